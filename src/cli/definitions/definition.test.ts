import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { spellLikeService } from './definition.ts'

describe('spellLikeService', () => {
  for (const [member, written, spelt] of [
    ['timeout', '60s', '1m'],
    ['retry_schedule', '0s,1m,1m', '0s,1m*2'],
    ['rate_limit', '20/60s', '20/1m'],
    ['response_size_max', '1024b', '1kb'],
    ['timeout', 'soon', 'soon'],
    ['timeout', null, null],
    ['name', '60s', '60s'],
  ] as const) {
    it(`${member}: ${written} is ${spelt}`, () => assert.equal(spellLikeService(member, written), spelt))
  }
})
