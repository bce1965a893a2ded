import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { parseFieldPath, valueAt } from './field-path.ts'

describe('parseFieldPath', () => {
  for (const [text, steps, fromBody = false] of [
    ['name', ['name']],
    ['rule.name', ['rule', 'name']],
    ['labels["a b"]', ['labels', 'a b']],
    [`labels['a "b"'].c`, ['labels', 'a "b"', 'c']],
    ['labels["a\\"b"]', ['labels', 'a"b']],
    ['alerts[0].name', ['alerts', 0, 'name']],
    ['[1]', [1]],
    ['["a"]', ['a']],
    ['$.server.name', ['server', 'name'], true],
    ['$[0]', [0], true],
    ['$', ['$']],
    ['größe', ['größe']],
    ['@type', ['@type']],
  ] as const) {
    it(`reads ${text}`, () => {
      assert.deepEqual(parseFieldPath(text), { text, fromBody, steps })
    })
  }

  for (const text of [
    '',
    '.',
    'a.',
    '.a.',
    'a..b',
    'a[',
    'a[]',
    'a[-1]',
    'a[x]',
    'a["x]',
    'a b',
    'a[0]b',
    '$.',
    'x'.repeat(501),
    Array(21).fill('a').join('.'),
  ]) {
    it(`refuses ${text.slice(0, 30)}`, () => {
      assert.equal(parseFieldPath(text), undefined)
    })
  }

  it('ends, whatever it is given', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '.', '[', ']', '"', '\\', '1', '$') }), (text) => {
        const path = parseFieldPath(text)
        assert.ok(path === undefined || path.steps.length > 0)
      }),
    )
  })
})

describe('valueAt', () => {
  const body = { server: { name: 'pg-1' }, alerts: [{ 'a b': { c: 0 } }] }

  it('finds what lies there, in the entry or in the body', () => {
    for (const [text, expected] of [
      ['["a b"].c', 0],
      ['$.server.name', 'pg-1'],
      ['$.alerts[0]["a b"]', { c: 0 }],
      ['$.alerts["0"]["a b"].c', 0],
      ['$.alerts[1]', undefined],
      ['$.server.name.length', undefined],
      ['constructor', undefined],
      ['__proto__', undefined],
      ['$.alerts.map', undefined],
    ] as const) {
      assert.deepEqual(valueAt(body.alerts[0], body, parseFieldPath(text)!), expected, text)
    }
  })
})
