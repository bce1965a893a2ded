import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addCalls, CALL_HOURS, HOUR_MS, neverCalled, sumCalls, type WebhookCalls } from './webhook-calls.ts'

const HOUR = 1_000 * HOUR_MS

/** Returns the count of one attempt at a moment. */
function called(at: number, acceptedMs: number | null): WebhookCalls {
  const hour = { at: at - (at % HOUR_MS), attempts: 1, accepted: acceptedMs === null ? 0 : 1 }
  return {
    webhookId: 7,
    lastCalledAt: at,
    lastAcceptedAt: acceptedMs === null ? null : at,
    hours: [{ ...hour, acceptedMs: acceptedMs ?? 0 }],
  }
}

const sumUp = (all: readonly WebhookCalls[]) => all.reduce(addCalls, neverCalled(7))

describe('calls of a webhook', () => {
  it('add up by the hour, and keep the last moments', () => {
    const all = [called(HOUR + 1, 10), called(HOUR + HOUR_MS + 3, null), called(HOUR + 2, 30)]

    const calls = sumUp(all)

    assert.deepEqual(calls, {
      webhookId: 7,
      lastCalledAt: HOUR + HOUR_MS + 3,
      lastAcceptedAt: HOUR + 2,
      hours: [
        { at: HOUR, attempts: 2, accepted: 2, acceptedMs: 40 },
        { at: HOUR + HOUR_MS, attempts: 1, accepted: 0, acceptedMs: 0 },
      ],
    })
    assert.deepEqual(sumUp(all.toReversed()), calls)
    assert.deepEqual(sumCalls(calls, HOUR + HOUR_MS + 4), { attempts: 3, accepted: 2, meanMs: 20 })
  })

  it('keep a day, and sum only what is younger', () => {
    const kept = sumUp([called(HOUR, 10), called(HOUR + (CALL_HOURS - 1) * HOUR_MS, 10)])
    assert.equal(kept.hours.length, 2)
    assert.equal(addCalls(kept, called(HOUR + CALL_HOURS * HOUR_MS, 10)).hours.length, 2)
    assert.deepEqual(sumCalls(kept, HOUR + CALL_HOURS * HOUR_MS), { attempts: 1, accepted: 1, meanMs: 10 })
    assert.deepEqual(sumCalls(kept, HOUR + 99 * HOUR_MS), { attempts: 0, accepted: 0, meanMs: null })
  })
})
