import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { widthOf } from './system-context.ts'

describe('widthOf', () => {
  for (const [columns, variable, expected] of [
    [80, undefined, 80],
    [80, '100', 80],
    [0, '100', 100],
    [undefined, '100', 100],
    [0, undefined, undefined],
    [0, '0', undefined],
    [0, 'wide', undefined],
  ] as const) {
    it(`is ${expected} for a terminal of ${columns} columns and COLUMNS=${variable}`, () => {
      assert.equal(widthOf(columns, variable), expected)
    })
  }
})
