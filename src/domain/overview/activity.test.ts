import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  activitySince,
  addActivity,
  emptyActivity,
  everyStep,
  HISTOGRAM_BUCKETS,
  MINUTE_MS,
  NO_DURATIONS,
  bucketOf,
  quantileMs,
  sumBySteps,
  type Activity,
} from './activity.ts'

const histogramOf = (...durationsMs: readonly number[]) => {
  const counts = [...NO_DURATIONS]
  for (const ms of durationsMs) counts[bucketOf(ms)]! += 1
  return counts
}

const minute = (at: number, given: Partial<Activity> = {}): Activity => ({ ...emptyActivity(at), ...given })

describe('durations in buckets that double', () => {
  it('each duration has its bucket, whatever it is', () => {
    const durations = [
      -5,
      0,
      0.4,
      1,
      1.9,
      2,
      3.99,
      4,
      1023,
      1024,
      2 ** 26 - 1,
      2 ** 26,
      2 ** 40,
      Infinity,
      NaN,
    ]

    assert.deepEqual(durations.map(bucketOf), [0, 0, 0, 1, 1, 2, 2, 3, 10, 11, 26, 27, 27, 27, 0])
    assert.equal(NO_DURATIONS.length, HISTOGRAM_BUCKETS)
  })

  it('a quantile is never more than twice too much or too little', () => {
    for (const exact of [1, 3, 17, 250, 1_000, 15_000, 3_600_000, 40_000_000]) {
      for (const share of [0.5, 0.99]) {
        const notified = quantileMs(histogramOf(...Array<number>(50).fill(exact)), share) ?? 0
        assert.ok(notified >= exact / 2 && notified <= exact * 2, `${notified} for ${exact}`)
      }
    }
  })

  it('distinguishes the median from the highest percent; without values there is neither', () => {
    const mixed = histogramOf(...Array<number>(98).fill(10), 5_000, 5_000)

    assert.ok((quantileMs(mixed, 0.5) ?? 0) <= 16)
    assert.ok((quantileMs(mixed, 0.99) ?? 0) >= 4_096)
    assert.equal(quantileMs(NO_DURATIONS, 0.5), null)
  })
})

describe('activity', () => {
  it('is added up by steps, and of a backlog the highest is kept', () => {
    const at = 10 * MINUTE_MS
    const sums = sumBySteps(
      [
        minute(at + MINUTE_MS, {
          events: 1,
          latency: histogramOf(3),
          backlog: { unfinished: 4, oldestDueMs: 9, paused: 1, oldestPausedMs: 0 },
        }),
        minute(at, {
          events: 2,
          failed: 1,
          backlog: { unfinished: 6, oldestDueMs: 2, paused: 0, oldestPausedMs: 7 },
        }),
        minute(at + 5 * MINUTE_MS, { attempts: 7, delivered: 3, retried: 4, response: histogramOf(1) }),
      ],
      5 * MINUTE_MS,
    )

    assert.deepEqual(sums, [
      minute(at, {
        events: 3,
        failed: 1,
        latency: histogramOf(3),
        backlog: { unfinished: 6, oldestDueMs: 9, paused: 1, oldestPausedMs: 7 },
      }),
      minute(at + 5 * MINUTE_MS, { attempts: 7, delivered: 3, retried: 4, response: histogramOf(1) }),
    ])
  })

  it('since an earlier look is what has to be added to that', () => {
    const earlier = minute(0, { events: 2, attempts: 1, latency: histogramOf(5, 5) })
    const later = minute(0, { events: 5, attempts: 4, latency: histogramOf(5, 5, 9), delivered: 1 })

    assert.deepEqual(addActivity(earlier, activitySince(earlier, later)), later)
  })

  it('has a point for every step of a span, also where there was nothing', () => {
    const points = everyStep([minute(60_000, { events: 1 })], { from: 0, until: 180_000, stepMs: 60_000 })

    assert.deepEqual(points, [minute(0), minute(60_000, { events: 1 }), minute(120_000)])
    assert.deepEqual(everyStep([], { from: 60_000, until: 0, stepMs: 60_000 }), [])
  })
})
