import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import type { NextStep } from './delivery.ts'
import type { Outcome } from '../receiver/outcome.ts'
import {
  afterAttempt,
  ASKED_DELAY_MS_MAX,
  dueAheadsMsMax,
  isRejectedAlone,
  OVERTIME_MS_MAX,
  retryPolicyOf,
  scheduleLengthMs,
  SLOW_DELAY_MS_MIN,
} from './retry-policy.ts'

const NOW = Date.parse('2026-09-14T03:00:00Z')
const POLICY = policyOf([0, 5_000, 15_000, 60_000, 600_000])

describe('afterAttempt', () => {
  it('ends as delivered when accepted, whichever attempt it was', () => {
    assert.deepEqual(after({ kind: 'accept', reason: 'HTTP 200' }, 1), { state: 'delivered' })
    assert.deepEqual(after({ kind: 'accept', reason: 'HTTP 200' }, 99), { state: 'delivered' })
  })

  it('ends as failed when refused, whatever is left of the schedule', () => {
    assert.deepEqual(after({ kind: 'refuse', reason: 'HTTP 410', disableWebhook: true }, 1), {
      state: 'failed',
    })
  })

  it('waits as the schedule says before each attempt', () => {
    assert.equal(delayAfter(retry(), 1), 5_000)
    assert.equal(delayAfter(retry(), 2), 15_000)
    assert.equal(delayAfter(retry(), 3), 60_000)
    assert.equal(delayAfter(retry(), 4), 600_000)
  })

  it('ends as failed after the last attempt of the schedule', () => {
    assert.deepEqual(after(retry(), 5), { state: 'failed' })
    assert.deepEqual(after(retry(), 6), { state: 'failed' })
  })

  it('skips the quick retries where nothing will change soon', () => {
    assert.equal(delayAfter(retry({ slow: true }), 1), SLOW_DELAY_MS_MIN)
    assert.equal(delayAfter(retry({ slow: true }), 4), 600_000)
  })

  it('gives a receiver the longer time it asks for, but not the shorter', () => {
    assert.equal(delayAfter(retry({ askedMs: 120_000 }), 1), 120_000)
    assert.equal(delayAfter(retry({ askedMs: 1_000 }), 4), 600_000)
  })

  it('gives a receiver a day at most', () => {
    assert.equal(delayAfter(retry({ askedMs: 1e15 }), 1), ASKED_DELAY_MS_MAX)
  })

  it('spreads retries over a tenth more than planned', () => {
    assert.equal(delayAfter(retry(), 4, 0.5), 630_000)
    assert.equal(delayAfter(retry({ askedMs: 100_000 }), 1, 0.5), 105_000)
  })

  it('fails when the next attempt would come more than two days after the planned end', () => {
    // Jitter may have made each delay a tenth longer.
    const lengthMs = 1.1 * scheduleLengthMs(POLICY)
    const end = (dueAt: number) => ({
      attempt: 1,
      begunAt: dueAt - lengthMs - OVERTIME_MS_MAX,
      fraction: 0,
      isRejectedAlone: false,
    })

    assert.equal(afterAttempt(retry(), POLICY, { ...end(NOW), now: NOW - 5_000 }).state, 'pending')
    assert.equal(afterAttempt(retry(), POLICY, { ...end(NOW), now: NOW - 4_999 }).state, 'failed')
  })

  it('never comes before the plan or the wish of the receiver, nor more than a tenth after both', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 7 * 86_400_000 }), { minLength: 1, maxLength: 100 }),
        fc.nat({ max: 120 }),
        fc.record({ askedMs: fc.nat({ max: 2 * ASKED_DELAY_MS_MAX }), slow: fc.boolean() }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (scheduleMs, attempt, wish, fraction) => {
          const next = afterAttempt(retry(wish), policyOf(scheduleMs), {
            attempt: attempt + 1,
            begunAt: NOW,
            now: NOW,
            fraction,
            isRejectedAlone: false,
          })
          const plannedMs = scheduleMs[attempt + 1]
          if (plannedMs === undefined) return assert.deepEqual(next, { state: 'failed' })
          assert.ok(next.state === 'pending')
          const leastMs = Math.max(plannedMs, Math.min(wish.askedMs, ASKED_DELAY_MS_MAX))
          assert.ok(next.dueAt >= NOW + leastMs)
          assert.ok(next.dueAt <= NOW + 1.1 * Math.max(leastMs, SLOW_DELAY_MS_MIN) + 1)
          assert.ok(Number.isInteger(next.dueAt))
        },
      ),
    )
  })

  const schedule = fc.array(fc.integer({ min: 0, max: 7 * 86_400_000 }), {
    minLength: 1,
    maxLength: 100,
    size: 'max',
  })
  const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  /** Also what no receiver should say. */
  const asked = fc.oneof(
    fc.nat({ max: 2 * ASKED_DELAY_MS_MAX }),
    fc.constantFrom(0, 0.5, 1e15, Number.MAX_VALUE, Infinity),
  )

  const rejected: Outcome = { ...retry({ slow: true }), failure: 'rejected' } as Outcome
  const rejectedDelays = (policy: Parameters<typeof afterAttempt>[1], isAlone: boolean) =>
    [1, 2, 3, 4].map((attempt) => {
      const next = afterAttempt(rejected, policy, {
        attempt,
        begunAt: NOW,
        now: NOW,
        fraction: 0,
        isRejectedAlone: isAlone,
      })
      return next.state === 'pending' ? next.dueAt - NOW : next.state
    })

  it('tries what is rejected alone after 1, 5 and 30 minutes, and then no more', () => {
    assert.deepEqual(rejectedDelays(POLICY, true), [60_000, 300_000, 1_800_000, 'failed'])
    const own = retryPolicyOf({ retryScheduleMs: [0, 7_000, 9_000] }, POLICY)
    assert.deepEqual(rejectedDelays(own, true), [7_000, 9_000, 'failed', 'failed'])
    const { scheduleMs } = policyOf([0, 1_000, 1_000, 1_000, 1_000])
    const aheads = dueAheadsMsMax(policyOf(scheduleMs), false)
    assert.ok((aheads[3] ?? 0) >= 1_800_000, 'a due time so far ahead is within reach')
  })

  it('tries what may be rejected because everything is by the schedule of any failure', () => {
    const slowly = [SLOW_DELAY_MS_MIN, SLOW_DELAY_MS_MIN, SLOW_DELAY_MS_MIN, 600_000]

    assert.deepEqual(rejectedDelays(POLICY, false), slowly)
    for (const [acceptedAt, isAlone] of [
      [null, false],
      [NOW - 1, false],
      [NOW, true],
    ] as const)
      assert.equal(isRejectedAlone(rejected, { begunAt: NOW, acceptedAt }), isAlone)
    assert.equal(isRejectedAlone(retry(), { begunAt: NOW, acceptedAt: NOW }), false)
  })

  it('of the present never ends: after the schedule it goes on by the last delay, and says that the schedule is over', () => {
    const end = { begunAt: NOW, now: NOW, fraction: 0, isRejectedAlone: false, isCurrentState: true }
    const step = (attempt: number) => afterAttempt(retry(), policyOf([0, 5_000, 7_000]), { ...end, attempt })

    assert.deepEqual([1, 2, 3, 900].map(step), [
      { state: 'pending', dueAt: NOW + 5_000 },
      { state: 'pending', dueAt: NOW + 7_000 },
      { state: 'pending', dueAt: NOW + 7_000, isScheduleOver: true },
      { state: 'pending', dueAt: NOW + 7_000, isScheduleOver: true },
    ])
  })

  it('always ends: when the schedule is used up, or sooner only because the next attempt would be too late', () => {
    fc.assert(
      fc.property(
        schedule,
        fc.array(fc.record({ askedMs: asked, slow: fc.boolean() }), { minLength: 1 }),
        fraction,
        (scheduleMs, wishes, fraction) => {
          const latestAt = NOW + 1.1 * scheduleLengthMs({ scheduleMs }) + OVERTIME_MS_MAX
          const nextAfter = (attempt: number, now: number, begunAt: number) =>
            afterAttempt(retry(wishes[attempt % wishes.length]), policyOf(scheduleMs), {
              attempt,
              begunAt,
              now,
              fraction,
              isRejectedAlone: false,
            })
          let now = NOW
          for (let attempt = 1; attempt <= scheduleMs.length; attempt += 1) {
            const next = nextAfter(attempt, now, NOW)
            if (next.state === 'failed') {
              // As it would be for a delivery that began only now.
              const otherwise = nextAfter(attempt, now, now + latestAt)
              const isUsedUp = attempt === scheduleMs.length
              assert.ok(isUsedUp ? otherwise.state === 'failed' : dueAtOf(otherwise) > latestAt)
              return
            }
            const dueAt = dueAtOf(next)
            assert.ok(dueAt >= now && dueAt <= latestAt && Number.isSafeInteger(dueAt))
            now = dueAt
          }
          assert.fail('there was one attempt more than the schedule has')
        },
      ),
    )
  })

  it('never waits less when a receiver asks for more, or when nothing will change soon', () => {
    fc.assert(
      fc.property(
        schedule,
        fc.nat({ max: 99 }),
        fc.tuple(asked, asked),
        fraction,
        (scheduleMs, attempt, wishes, fraction) => {
          const [less, more] = wishes.toSorted((a, b) => a - b)
          const dueAt = (given: { readonly askedMs: number | undefined; readonly slow: boolean }) => {
            const wish = retry({ askedMs: given.askedMs ?? 0, slow: given.slow })
            const end = { attempt, begunAt: NOW, now: NOW, fraction, isRejectedAlone: false }
            const next = afterAttempt(wish, policyOf(scheduleMs), end)
            return next.state === 'pending' ? next.dueAt : Infinity
          }
          for (const slow of [false, true]) {
            assert.ok(dueAt({ askedMs: less, slow }) <= dueAt({ askedMs: more, slow }))
          }
          assert.ok(dueAt({ askedMs: less, slow: false }) <= dueAt({ askedMs: less, slow: true }))
        },
      ),
    )
  })
})

function policyOf(scheduleMs: readonly number[]) {
  return retryPolicyOf({ retryScheduleMs: null }, { scheduleMs })
}

function retry(given: { readonly askedMs?: number; readonly slow?: boolean } = {}): Outcome {
  return { kind: 'retry', reason: 'HTTP 503', failure: 'unreachable', askedMs: 0, slow: false, ...given }
}

function after(outcome: Outcome, attempt: number, fraction = 0) {
  return afterAttempt(outcome, POLICY, { attempt, begunAt: NOW, now: NOW, fraction, isRejectedAlone: false })
}

function dueAtOf(next: NextStep): number {
  assert.ok(next.state === 'pending')
  return next.dueAt
}

function delayAfter(outcome: Outcome, attempt: number, fraction = 0): number {
  const next = after(outcome, attempt, fraction)
  assert.ok(next.state === 'pending')
  return next.dueAt - NOW
}
