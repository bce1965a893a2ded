import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assert as assertProperty, jsonValue, property } from 'fast-check'
import { indentJson } from './indent-json.ts'

describe('indentJson', () => {
  it('indents as JSON.stringify does, whatever the value', () => {
    assertProperty(
      property(jsonValue({ maxDepth: 4 }), (value) => {
        const text = JSON.stringify(value)
        assert.equal(indentJson(text), JSON.stringify(JSON.parse(text), undefined, 2))
      }),
    )
  })

  it('shows numbers and repeated members as they were sent', () => {
    assert.equal(
      indentJson('{"id": 12345678901234567890, "a":1,"a" : 1.50}'),
      '{\n  "id": 12345678901234567890,\n  "a": 1,\n  "a": 1.50\n}',
    )
  })

  it('leaves text alone that is not JSON', () => {
    assert.equal(indentJson('{"a": }'), undefined)
    assert.equal(indentJson(''), undefined)
  })

  it('does not indent what is nested without measure', () => {
    assert.equal(indentJson('['.repeat(5000) + ']'.repeat(5000)), undefined)
  })

  it('copes with a string of a megabyte', () => {
    const text = JSON.stringify({ text: 'x"\\'.repeat(350_000) })

    assert.equal(indentJson(text), JSON.stringify(JSON.parse(text), undefined, 2))
  })
})
