import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { plainDuration } from './plain-duration.ts'

describe('plainDuration', () => {
  for (const [text, expected] of [
    ['1w', '7d'],
    ['1h30m', '90m'],
    ['1d12h', '36h'],
    ['2w1d', '15d'],
    ['1s500ms', '1500ms'],
    ['90m', '90m'],
    ['1.5h', '1.5h'],
    ['0', '0'],
  ] as const) {
    it(`reads ${text} as ${expected}`, () => {
      assert.equal(plainDuration(text), expected)
    })
  }
})
