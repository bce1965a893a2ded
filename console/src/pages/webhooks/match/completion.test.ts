import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { completionAt, placeOf, quoted } from './completion.ts'

const CASES: readonly (readonly [before: string, expected: ReturnType<typeof completionAt>])[] = [
  ['', { kind: 'field', from: 0 }],
  ['lab', { kind: 'field', from: 0 }],
  ['{sev', { kind: 'field', from: 1 }],
  ['server=a, lab', { kind: 'field', from: 10 }],
  ['server=a or lab', { kind: 'field', from: 12 }],
  ['server=', { kind: 'value', field: 'server', from: 7, isQuoted: false }],
  ['label.team="db', { kind: 'value', field: 'label.team', from: 11, isQuoted: true }],
  ['{a="x"} or {label.team!~d', { kind: 'value', field: 'label.team', from: 24, isQuoted: false }],
  ['server="a b', { kind: 'value', field: 'server', from: 7, isQuoted: true }],
  ['server="a"', undefined],
]

describe('completion of matchers', () => {
  for (const [before, expected] of CASES) {
    it(`after ${JSON.stringify(before)}`, () => {
      assert.deepEqual(completionAt(before), expected)
    })
  }

  it('writes values so that they are read back', () => {
    assert.equal(quoted('a "b" \\ c'), String.raw`"a \"b\" \\ c"`)
  })

  it('finds the place of a mistake, counted in characters', () => {
    assert.equal(placeOf('Has a mistake at character 3: x', 'a🙂b'), 3)
    assert.equal(placeOf('Must be a text', 'abc'), undefined)
  })
})
