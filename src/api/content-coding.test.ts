import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chooseCoding } from './content-coding.ts'

describe('chooseCoding', () => {
  for (const [accepted, coding] of [
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.000, gzip ; q=1', 'gzip'],
    ['br;q=0.001', 'br'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0', 'identity'],
    ['identity', 'identity'],
    ['broken;;;, br', 'br'],
  ] as const) {
    it(`answers ${coding} to ${JSON.stringify(accepted)}`, () => {
      assert.equal(chooseCoding(accepted), coding)
    })
  }
})
