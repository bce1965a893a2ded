import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { NOW, webhook } from '../../../test/support/build.ts'
import { NOTHING_LEFT, REPLACED_BY_NEWER } from '../receiver-state/after-change.ts'
import { newReceiverState, type EpisodeState, type ReceiverState } from '../receiver-state/receiver-state.ts'
import type { Webhook } from '../webhook/webhook.ts'
import { planAttempt, type EndedAttempt, type WaitingDelivery } from './plan-attempt.ts'
import { againAt } from '../delivery/successor.ts'

const HIGH: EpisodeState = { state: 'high', episodeNumber: 1 }
const LOW: EpisodeState = { state: 'low', episodeNumber: 1 }

const hook = webhook({ mode: 'current_state' })
const pair = { alertId: 1, webhookId: hook.id }
const state = (given: Partial<ReceiverState>): ReceiverState => ({ ...newReceiverState(pair), ...given })
const FORMER = {
  attemptsMade: 2,
  attemptsUncounted: 0,
  begunAt: NOW - 9_000,
  dueAt: NOW - 5_000,
  queueUrgency: 1,
  fallbackAt: null,
  isRejected: false,
} as const
const waiting = (id: number, eventId: number): WaitingDelivery => ({
  id,
  eventId,
  urgency: 1,
  own: { ...FORMER, attemptsMade: 0, begunAt: null, dueAt: null },
})

const plan = (given: Partial<EndedAttempt>, hookOf: Webhook | null = hook) =>
  planAttempt(hookOf ?? undefined, {
    pair,
    before: state({ desired: HIGH, eventId: 5 }),
    eventId: 5,
    sentNotification: { episodeState: HIGH, certainty: 'accepted' },
    next: 'delivered',
    former: FORMER,
    again: againAt(NOW + 60_000),
    waiting: [],
    now: NOW,
    ...given,
  })

describe('planAttempt', () => {
  it('writes what the receiver accepted', () => {
    const planned = plan({})

    assert.deepEqual(planned?.after, state({ desired: HIGH, lastSent: HIGH, eventId: 5 }))
    assert.deepEqual([planned.superseded, planned.ending, planned.promoted], [null, [], null])
  })

  it('promotes the newest waiting delivery, which begins its own schedule after an accepted one', () => {
    const before = state({ desired: LOW, eventId: 8 })
    const planned = plan({ before, waiting: [waiting(12, 8), waiting(11, 6)] })

    assert.deepEqual(planned?.ending, [{ id: 11, reason: REPLACED_BY_NEWER }])
    assert.deepEqual(
      [planned.promoted?.id, planned.promoted?.dueAt, planned.promoted?.begunAt],
      [12, NOW, null],
    )
  })

  it('passes the retry schedule of a superseded delivery on to the promoted one', () => {
    const before = state({ desired: LOW, eventId: 8 })
    const sentNotification = { episodeState: HIGH, certainty: 'not_notified' } as const
    const planned = plan({ before, sentNotification, next: 'pending', waiting: [waiting(12, 8)] })

    assert.equal(planned?.superseded, REPLACED_BY_NEWER)
    const { id, dueAt, begunAt, attemptsUncounted } = planned.promoted ?? {}
    assert.deepEqual([id, dueAt, begunAt, attemptsUncounted], [12, NOW + 60_000, FORMER.begunAt, -2])
  })

  it('ends all waiting deliveries if nothing is left to send', () => {
    const planned = plan({ waiting: [waiting(12, 5), waiting(11, 4)] })

    assert.deepEqual(planned?.ending, [
      { id: 12, reason: NOTHING_LEFT },
      { id: 11, reason: NOTHING_LEFT },
    ])
    assert.equal(planned.promoted, null)
  })

  it('plans nothing for a webhook in another mode, or one that is gone', () => {
    assert.equal(plan({ before: undefined }, { ...hook, mode: 'every_change' }), undefined)
    assert.equal(plan({}, null), undefined)
  })
})
