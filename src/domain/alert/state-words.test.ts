import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SEVERITY_WORDS } from './severity.ts'
import { END_WORDS, meaningOfState } from './state-words.ts'

describe('meaningOfState', () => {
  const words: Readonly<Record<ReturnType<typeof meaningOfState>, readonly string[]>> = {
    over: [
      ...END_WORDS,
      'Recovered from No Data',
      'RECOVERY',
      'recovered',
      'Resolved',
      'resolve',
      'CLEAR',
      'cleared',
      ' Ok ',
      'Healthy',
    ],
    raised: [
      '',
      ' ',
      ...Object.values(SEVERITY_WORDS).flat(),
      'Firing',
      'PROBLEM',
      'Triggered',
      'No Data',
      'unhealthy',
    ],
    unknown: ['snoozed', 'unresolved', 'not ok', '0', '1', 'false', 'maybe'],
  }
  for (const [meaning, list] of Object.entries(words)) {
    for (const word of list) {
      it(`${JSON.stringify(word)} is ${meaning}`, () => assert.equal(meaningOfState(word), meaning))
    }
  }

  for (const [value, meaning] of [
    ['0', 'over'],
    ['false', 'over'],
    ['1', 'raised'],
    ['2.5', 'raised'],
    ['true', 'raised'],
  ] as const) {
    it(`the value ${value} is ${meaning}`, () => assert.equal(meaningOfState(value, true), meaning))
  }

  it('takes no word for an end that is a severity', () => {
    for (const word of Object.values(SEVERITY_WORDS).flat())
      assert.equal(meaningOfState(word), 'raised', word)
  })
})
