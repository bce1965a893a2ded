import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { webhook } from '../../../test/support/build.ts'
import type { UnreadableClaim } from '../delivery/delivery.ts'
import { CLOSED, FAILURES_BEFORE_PAUSE } from './breaker.ts'
import { ClaimPlan, type ClaimRequest } from './claim-plan.ts'

const NOW = Date.parse('2026-09-14T03:00:00Z')
const REQUEST: ClaimRequest = {
  limit: 10,
  now: NOW,
  lease: { timeoutMs: 100, marginMs: 20 },
  node: 'node',
  concurrencyMax: 32,
  windowFirst: 32,
  failingMax: 1,
}
const FAILING = { ...CLOSED, failures: 1, failingSince: NOW - 1 }
const PROBED = { ...CLOSED, failures: FAILURES_BEFORE_PAUSE, failingSince: NOW - 1, failedId: 7 }
/** The first due times of high, normal and low. */
const MIXED = [NOW, null, NOW, NOW]

function queue(id: number, given: object = {}) {
  const dueAts: readonly (number | null)[] = [NOW, null, null, null]
  const state = { dueAt: NOW, dueAts, position: 0, inFlight: 0, window: null, breaker: CLOSED, rateNextAt: 0 }
  return { id, webhook: webhook({ id, rateLimit: { count: 1_000, intervalMs: 1_000 } }), ...state, ...given }
}

type Queue = ReturnType<typeof queue>

function planOf(queues: readonly Queue[], learnDueAts?: (queue: Queue) => void): ClaimPlan<Queue> {
  const webhookOf = (one: Queue) => one.webhook
  const plan = new ClaimPlan<Queue>(REQUEST, { webhookOf, ...(learnDueAts && { learnDueAts }) })
  plan.begin(queues, 0)
  return plan
}

const taken = (count: number) => Array.from({ length: count }, () => ({ reason: 'test' }) as UnreadableClaim)
const sharesOf = (plan: ClaimPlan<Queue>) => plan.nextRound().map((share) => [share.queue.id, share.count])

describe('the plan of a claim', () => {
  it('shares what is left among those that took all of theirs', () => {
    const plan = planOf([queue(1), queue(2), queue(3)])
    const [one, other] = plan.nextRound()
    assert.ok(one && other)
    plan.noteTaken(one, taken(4))
    plan.noteTaken(other, taken(1))

    // Another node has the third, of which nothing is noted.
    assert.deepEqual(sharesOf(plan), [[1, 5]])
  })

  it('gives failing receivers no more than their slots, and counts what was taken', () => {
    const failing = queue(1, { breaker: FAILING })
    const plan = planOf([failing, queue(2, { breaker: FAILING })])
    const [share, ...others] = plan.nextRound()
    assert.ok(share)
    assert.deepEqual([share.queue.id, share.count, share.leaseUntil, others], [1, 1, NOW + 120, []])
    plan.noteTaken(share, taken(1))

    assert.deepEqual(sharesOf(plan), [])
    assert.deepEqual([failing.inFlight, failing.rateNextAt > NOW, plan.count], [1, true, 1])
  })

  it('moves the position in the quota by what was taken, by what was due when it chose', () => {
    const mixed = queue(1, { dueAts: MIXED })
    const plan = planOf([mixed])
    const [share] = plan.nextRound()
    assert.ok(share)
    assert.deepEqual(share.choice, {
      kind: 'by urgency',
      quota: [0, 0, 3, 1],
      due: [0, 2, 3],
    })
    mixed.dueAts = [null, null, null, null]
    plan.noteTaken(share, taken(10))

    assert.equal(mixed.position, 3)
  })

  it('leaves out of the quota what somebody retried, and probes', () => {
    const [mixed, probed] = [
      queue(1, { dueAts: MIXED }),
      queue(2, { breaker: PROBED, dueAts: MIXED, position: 5 }),
    ]
    const plan = planOf([mixed, probed])
    for (const share of plan.nextRound()) plan.noteTaken(share, taken(1), share.queue === mixed ? 1 : 0)

    assert.deepEqual([mixed.position, probed.position], [0, 5])
  })

  it('chooses by due times as learnt, and a probe without', () => {
    const plan = planOf([queue(1, { dueAts: [0, 0, 0, 0] }), queue(2, { breaker: PROBED })], (one) => {
      assert.equal(one.id, 1)
      one.dueAts = [null, null, NOW, null]
    })

    assert.deepEqual(
      plan.nextRound().map(({ choice }) => choice),
      [
        { kind: 'probe', failedId: 7, due: [0] },
        { kind: 'one urgency', urgency: 2, due: [2] },
      ],
    )
  })
})
