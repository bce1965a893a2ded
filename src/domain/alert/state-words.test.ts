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
      'Deactivated',
      'REMOVED',
      'OK (was CRITICAL)',
      'Back to normal',
      'Not firing',
      'Solved',
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
      'Fired',
      'Activated',
      'urgent',
      'Blocker',
      'Sev0',
      'Sev4',
    ],
    unknown: [
      'snoozed',
      'unresolved',
      'unsolved',
      'not restored',
      'not ok',
      'ok so far',
      '0',
      '1',
      'false',
      'maybe',
    ],
  }
  for (const [meaning, list] of Object.entries(words)) {
    for (const word of list) {
      it(`${JSON.stringify(word)} is ${meaning}`, () => assert.equal(meaningOfState(word), meaning))
    }
  }

  for (const [value, meaning] of [
    ['0', 'over'],
    ['0.0', 'over'],
    ['1', 'raised'],
    ['2.5', 'raised'],
    ['true', 'unknown'],
  ] as const) {
    it(`the state ${value} of a dialect that numbers its states is ${meaning}`, () =>
      assert.equal(meaningOfState(value, true), meaning))
  }

  it('takes no word for an end that is a severity', () => {
    for (const word of Object.values(SEVERITY_WORDS).flat())
      assert.equal(meaningOfState(word), 'raised', word)
  })
})
