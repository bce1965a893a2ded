import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeFailure } from './failure.ts'
import { emptyDatabaseImage } from './in-process-store.ts'
import { run } from './run.ts'

const SEEDS = 60

/** What the runs must have tried, or they prove less than they seem to. */
const MUST_HAPPEN = [
  'sending > delivered',
  'sending > failed',
  'sending > pending',
  'sending > pending, held',
  'sending > cancelled',
  'waiting > pending',
  'waiting > cancelled',
  'pending > cancelled',
  'pending > pending, held',
  'an answer after a lost lease',
  'a receiver is gone',
  'a receiver asks for time',
  'a schedule is used up',
  'a retry by hand waits',
  'a retry by hand is due',
  'an alert expires',
  'an observation is stale',
  'a job run is duplicate',
  'history is removed',
  'a fallback is told',
  'pending > waiting',
  'a webhook is paused',
  'a probe fails',
  'a receiver that failed is well again',
  'stands still',
  'pending > failed',
  'a call fails',
  'fault',
  'dies',
  'stalls',
  'ends the zombie',
  'has stopped',
  'loses wake signals',
  'rescueExpired',
  'releaseClaims',
]

describe('simulation', () => {
  const image = emptyDatabaseImage()

  it(`keeps every promise in ${SEEDS} runs, which have tried everything`, async () => {
    const seen = new Set<string>()
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const result = await run({ seed, image })
      assert.equal(result.broken, undefined, describeFailure(result))
      for (const what of result.counts.keys()) seen.add(what)
    }

    assert.deepEqual(
      MUST_HAPPEN.filter((what) => !seen.has(what)),
      [],
    )
  })

  it('is the same run, line by line, for the same seed, and another one for another', async () => {
    const [once, again, other] = [
      await run({ seed: 7, image }),
      await run({ seed: 7, image }),
      await run({ seed: 8, image }),
    ]

    assert.deepEqual(again.lines, once.lines)
    assert.equal(again.hash, once.hash)
    assert.notEqual(other.hash, once.hash)
  })
})
