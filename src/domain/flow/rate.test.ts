import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { nextPermitAt, takePermits, permitsLeft } from './rate.ts'
import type { RateLimit } from '../webhook/webhook.ts'

const NOW = Date.parse('2026-09-14T03:00:00Z')

const rateLimits: fc.Arbitrary<RateLimit> = fc.record({
  count: fc.integer({ min: 1, max: 200 }),
  intervalMs: fc.integer({ min: 1, max: 100_000 }),
})

/** Takes all it can get at each of the given moments; returns the moments of the permits. */
function play(limit: RateLimit, waits: readonly number[]): readonly number[] {
  let now = NOW
  let nextAt = 0
  const bucketOf: number[] = []
  for (const wait of waits) {
    now += wait
    const count = permitsLeft(limit, nextAt, now)
    for (let index = 0; index < count; index += 1) bucketOf.push(now)
    nextAt = takePermits(limit, nextAt, { count, now })
  }
  return bucketOf
}

describe('rate limits', () => {
  it('one per second: one at once, the next after a second', () => {
    const limit = { count: 1, intervalMs: 1_000 }
    assert.equal(permitsLeft(limit, 0, NOW), 1)
    const nextAt = takePermits(limit, 0, { count: 1, now: NOW })

    assert.equal(nextPermitAt(limit, nextAt, NOW), NOW + 1_000)
    assert.equal(permitsLeft(limit, nextAt, NOW + 999), 0)
    assert.equal(permitsLeft(limit, nextAt, NOW + 1_000), 1)
  })

  it('a larger one lets a tenth go at once after a quiet time, and no more', () => {
    assert.equal(permitsLeft({ count: 100, intervalMs: 1_000 }, 0, NOW), 10)
  })

  it('never more than the count in any span of the interval', () => {
    fc.assert(
      fc.property(
        rateLimits,
        fc.array(fc.nat({ max: 20_000 }), { minLength: 1, maxLength: 200 }),
        (limit, waits) => {
          const bucketOf = play(limit, waits)
          for (const [index, at] of bucketOf.entries()) {
            const later = bucketOf[index + limit.count]
            assert.ok(later === undefined || later - at >= limit.intervalMs - 0.001)
          }
        },
      ),
    )
  })

  it('asked all the time, nearly the count comes through', () => {
    fc.assert(
      fc.property(rateLimits, (limit) => {
        const stepMs = Math.max(1, limit.intervalMs / 100)
        const intervals = 5
        const bucketOf = play(
          limit,
          Array<number>(Math.ceil((limit.intervalMs * intervals) / stepMs)).fill(stepMs),
        )
        const most = limit.count * intervals
        // Steps of a millisecond are too coarse for a limit that has several permits in each.
        if (limit.intervalMs >= 100)
          assert.ok(bucketOf.length >= most * 0.85 - 1, `${bucketOf.length} of ${most}`)
      }),
    )
  })

  it('says when the next turn comes: none before, one then', () => {
    fc.assert(
      fc.property(rateLimits, fc.integer({ min: 1, max: 20 }), (limit, wanted) => {
        const count = Math.min(wanted, permitsLeft(limit, 0, NOW))
        const nextAt = takePermits(limit, 0, { count, now: NOW })
        const at = nextPermitAt(limit, nextAt, NOW)
        assert.ok(permitsLeft(limit, nextAt, Math.max(at, NOW)) >= 1)
        if (at - 1 > NOW) assert.equal(permitsLeft(limit, nextAt, at - 1), 0)
      }),
    )
  })

  it('holds nothing up for longer than its interval and a second, however far the clock was set back', () => {
    fc.assert(
      fc.property(rateLimits, fc.integer({ min: 0, max: 10 * 3_600_000 }), (limit, stepMs) => {
        const full = takePermits(limit, 0, { count: permitsLeft(limit, 0, NOW), now: NOW })
        const now = NOW - stepMs
        const at = nextPermitAt(limit, full, now)

        assert.ok(at - now <= limit.intervalMs + 1_001)
        assert.ok(permitsLeft(limit, full, Math.max(at, now)) >= 1)
      }),
    )
  })
})
