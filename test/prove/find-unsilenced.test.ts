import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SILENCED, type Period } from '../../tools/prove/load/silencer.ts'
import { findLeftWithin, findMissing } from '../../tools/prove/promises/find-unsilenced.ts'
import type { Ledger } from '../../tools/prove/promises/ledger.ts'

const KEY = 'alert-1-0'
const PERIOD: Period = { alerts: 'alert-1-', beginMs: 10, surelyMs: 10, endMs: 100 }

/**
 * Changes that were acknowledged at these times, and those that the silenced webhook was sent, `number@time`; `!`:
 * not accepted.
 */
function ledger(answered: readonly number[], ...sent: readonly string[]): Ledger {
  return {
    acknowledged: answered.map((atMs, index) => ({ key: KEY, number: index + 1, atMs })),
    received: sent.map((word) => {
      const [number = 0, atMs = 0] = word.split('@').map((part) => Number.parseInt(part, 10))
      const acceptedAtMs = word.endsWith('!') ? undefined : atMs
      return { webhook: SILENCED, id: word, key: KEY, number, life: 1, atMs, acceptedAtMs }
    }),
    life: 1,
  }
}

describe('findLeftWithin', () => {
  for (const [what, given, count] of [
    ['a change that leaves within its silence', ledger([20, 30], '2@40'), 1],
    ['one that was refused by its receiver as well', ledger([20, 30], '2@40!'), 1],
    ['nothing that leaves after the end', ledger([20, 30], '2@100'), 0],
    ['nothing of a change that may have been reported before', ledger([5, 30], '2@40'), 0],
    ['nothing of a change that was answered after the end', ledger([20, 110], '2@99'), 0],
    ['no clear', ledger([20, 30, 40, 50], '4@60'), 0],
  ] as const)
    it(`finds ${what}`, () => {
      assert.equal(findLeftWithin(given, [PERIOD]).length, count)
    })

  it('passes over silences of other alerts, and those that nobody was told of', () => {
    const { surelyMs: _, ...unsure } = PERIOD
    assert.deepEqual(
      findLeftWithin(ledger([20, 30], '2@40'), [unsure, { ...PERIOD, alerts: 'alert-2-' }]),
      [],
    )
  })
})

describe('findUntold', () => {
  for (const [what, given, count] of [
    ['nothing where the newest state was told', ledger([1, 2], '2@3'), 0],
    ['nothing where only its report had no answer', ledger([1, 2], '3@3'), 0],
    ['a state that is over', ledger([1, 2], '1@3'), 1],
    ['one that was told and not accepted', ledger([1, 2], '1@2', '2@3!'), 1],
    ['an alert that nobody told of', ledger([1, 2]), 1],
    ['nothing where it was raised and cleared untold', ledger([1, 2, 3, 4]), 0],
    ['a clear that is missing', ledger([1, 2, 3, 4], '2@3'), 1],
    ['nothing where the same state was told before', ledger([1, 2, 3, 4, 5], '1@2'), 0],
  ] as const)
    it(`finds ${what}`, () => {
      assert.equal(findMissing(given).length, count)
    })
})
