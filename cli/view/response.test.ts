import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assert as assertProperty, jsonValue, property } from 'fast-check'
import { describeMember, indentJson } from './response.ts'

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

const NOW = Date.parse('2026-09-14T03:12:40Z')

describe('describeMember', () => {
  for (const [member, value, line] of [
    ['since', '2026-09-14T03:12:30Z', '10 s ago'],
    ['raised_at', '2026-09-14T03:12:30Z', '10 s ago'],
    ['current_value', 97, '97'],
    ['expired', false, 'false'],
    ['stale_count', 0, '0'],
    ['server', { id: null, name: 'pg-1', address: null, port: null }, 'pg-1'],
    ['server', { name: 'pg-1', address: '10.0.0.1', port: 5432 }, 'name=pg-1, address=10.0.0.1, port=5432'],
    ['labels', { team: 'dba', environment: 'production' }, 'team=dba, environment=production'],
    ['labels', { team: 'dba' }, 'team=dba'],
    ['not_notified_counts', { disabled: 0, state: 2, match: 0 }, 'state=2'],
    ['webhook_ids', [1, 2], '1, 2'],
    ['links', [{ url: 'https://a' }], '{"url":"https://a"}'],
    ['agent', { id: null, name: null }, undefined],
    ['labels', {}, undefined],
    ['info', '', undefined],
    ['info', null, undefined],
  ] as const) {
    it(`describes ${member} ${JSON.stringify(value)}`, () => {
      assert.equal(describeMember(member, value, NOW), line)
    })
  }
})
