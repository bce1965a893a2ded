import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { trimEndOf } from './trim-end.ts'

describe('trimEndOf', () => {
  for (const [text, expected] of [
    ['/a//', '/a'],
    ['/a', '/a'],
    ['//', ''],
    ['', ''],
  ] as const) {
    it(`makes "${expected}" of "${text}"`, () => assert.equal(trimEndOf(text, '/'), expected))
  }
})
