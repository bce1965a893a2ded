import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Change, DeliveryFacts } from '../model/change-log.ts'
import { splitChanges } from './shared-calls.ts'

const [HIGH, NORMAL, LOW] = [0, 2, 3]
const HEAD_ID = 1

describe('what calls that share a transaction have done', () => {
  it('is for a head that was hurried what the first did that is more urgent, though the last is more so', () => {
    const changes = [hurried(LOW, HIGH), ...runs(LOW, NORMAL, HIGH)]

    const split = splitChanges(responsesTo(LOW, NORMAL, HIGH), changes)

    assert.deepEqual(split.map(changedIn), [[], [HEAD_ID], []])
  })

  it('is for one that was rejected what the first did that wakes somebody', () => {
    const changes = [hurried(HIGH, HIGH), ...runs(NORMAL, HIGH, HIGH)]

    const split = splitChanges(responsesTo(NORMAL, HIGH, HIGH), changes)

    assert.deepEqual(split.map(changedIn), [[], [HEAD_ID], []])
  })
})

/** A run of one job in each call, after a head that is there already: event 1, 2, 3. */
function runs(...urgencies: readonly number[]): readonly Change[] {
  return urgencies.flatMap((urgency, index): readonly Change[] => {
    const eventId = index + 1
    return [
      { kind: 'event added', id: eventId, body: NO_BODY },
      { kind: 'delivery added', after: delivery({ id: HEAD_ID + eventId, eventId, urgency }) },
    ]
  })
}

function responsesTo(...urgencies: readonly number[]): readonly unknown[] {
  return urgencies.map((_, index) => [{ eventId: index + 1 }])
}

function hurried(from: number, to: number): Change {
  const before = delivery({ id: HEAD_ID, eventId: 0, urgency: from, state: 'pending', dueAt: 9 })
  return { kind: 'delivery changed', before, after: { ...before, queueUrgency: to, dueAt: 5 } }
}

function changedIn(changes: readonly Change[]): readonly number[] {
  return changes.flatMap((change) => (change.kind === 'delivery changed' ? [change.after.id] : []))
}

function delivery(
  given: Pick<DeliveryFacts, 'id' | 'eventId' | 'urgency'> & Partial<DeliveryFacts>,
): DeliveryFacts {
  return {
    webhookId: 1,
    subject: 'job ["cron","job-1"]',
    state: 'waiting',
    attemptsMade: 0,
    dueAt: null,
    leaseUntil: null,
    finishedAt: null,
    fallbackOf: null,
    queueUrgency: given.urgency,
    fallbackAt: null,
    reason: null,
    ...given,
  }
}

const NO_BODY = {
  alertId: null,
  jobRunId: 1,
  oldState: null,
  newState: null,
  status: 'success',
  endedBy: null,
  episodeNumber: null,
  trigger: null,
  acceptedAt: 0,
} as const
