import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { prettyJson } from './pretty-json.ts'

describe('prettyJson', () => {
  it('writes what JSON.stringify would', () => {
    const value = { a: [1, { b: 'x: {y}, [z]' }, []], c: {}, 'd"e': null, f: true, g: '\\', h: ['[', '{'] }

    assert.equal(prettyJson(JSON.stringify(value)), JSON.stringify(value, null, 2))
    assert.equal(prettyJson(JSON.stringify(value, null, '\t')), JSON.stringify(value, null, 2))
  })

  it('keeps numbers, escapes and repeated members as they were sent', () => {
    assert.equal(
      prettyJson(String.raw`{"n":12345678901234567890,"e":"\u0041","n":1.00}`),
      '{\n  "n": 12345678901234567890,\n  "e": "\\u0041",\n  "n": 1.00\n}',
    )
  })

  it('says null for what is no JSON object or list', () => {
    for (const text of ['', 'ok', '{"a":', '42', '"text"', '<p>{}</p>']) assert.equal(prettyJson(text), null)
  })

  it('is done with a long hostile text at once', () => {
    const text = JSON.stringify({ a: '\\"'.repeat(100_000), b: '['.repeat(100_000) })

    assert.equal(prettyJson(text), JSON.stringify(JSON.parse(text), null, 2))
  })

  it('does not become many times as long when it is deep', () => {
    const text = '['.repeat(2_000) + ']'.repeat(2_000)

    assert.ok((prettyJson(text) ?? '').length < 100 * text.length)
  })
})
