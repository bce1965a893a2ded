import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { webhook } from '../../../test/support/build.ts'
import type { EpisodeState } from '../receiver-state/receiver-state.ts'
import { whyOutdated } from './retry-policy.ts'

const HOUR_MS = 3_600_000

const claim = {
  webhook: webhook({ mode: 'every_change', maxAgeMs: HOUR_MS }),
  attempt: 2,
  scheduleAttempt: 2,
  sentStates: null,
}

describe('a delivery that is older than max_age', () => {
  it('is not sent, and says why', () => {
    assert.equal(whyOutdated(claim, HOUR_MS), undefined)
    assert.equal(whyOutdated(claim, HOUR_MS + 1), 'not sent: older than 1h, the max_age of its webhook')
  })

  it('is sent where no max_age is set', () => {
    assert.equal(whyOutdated({ ...claim, webhook: webhook() }, 999 * HOUR_MS), undefined)
  })

  it('is sent if it says the current state, by the mode of its webhook or as a fallback', () => {
    const HIGH: EpisodeState = { state: 'high', episodeNumber: 1 }
    assert.equal(
      whyOutdated({ ...claim, sentStates: { episodeState: HIGH, lastSent: HIGH } }, 2 * HOUR_MS),
      undefined,
    )
    const kept = webhook({ mode: 'current_state', maxAgeMs: HOUR_MS })
    assert.equal(whyOutdated({ ...claim, webhook: kept }, 2 * HOUR_MS), undefined)
  })

  it('is sent if it was tried before, and somebody tries it again', () => {
    assert.equal(whyOutdated({ ...claim, scheduleAttempt: 1 }, 2 * HOUR_MS), undefined)
  })
})
