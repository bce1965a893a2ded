import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { nextTurnAt, takeTurns, turnsLeft } from './rate.ts'
import type { RateLimit } from '../webhook/webhook.ts'

const NOW = Date.parse('2026-09-14T03:00:00Z')

const rateLimits: fc.Arbitrary<RateLimit> = fc.record({
  count: fc.integer({ min: 1, max: 200 }),
  intervalMs: fc.integer({ min: 1, max: 100_000 }),
})

/** Takes all it can get at each of the given moments; the moments of the turns. */
function play(limit: RateLimit, waits: readonly number[]): readonly number[] {
  let now = NOW
  let nextAt = 0
  const turns: number[] = []
  for (const wait of waits) {
    now += wait
    const count = turnsLeft(limit, nextAt, now)
    for (let index = 0; index < count; index += 1) turns.push(now)
    nextAt = takeTurns(limit, nextAt, { count, now })
  }
  return turns
}

describe('rate limits', () => {
  it('one per second: one at once, the next after a second', () => {
    const limit = { count: 1, intervalMs: 1_000 }
    assert.equal(turnsLeft(limit, 0, NOW), 1)
    const nextAt = takeTurns(limit, 0, { count: 1, now: NOW })

    assert.equal(nextTurnAt(limit, nextAt, NOW), NOW + 1_000)
    assert.equal(turnsLeft(limit, nextAt, NOW + 999), 0)
    assert.equal(turnsLeft(limit, nextAt, NOW + 1_000), 1)
  })

  it('a larger one lets a tenth go at once after a quiet time, and no more', () => {
    assert.equal(turnsLeft({ count: 100, intervalMs: 1_000 }, 0, NOW), 10)
  })

  it('never more than the count in any span of the interval', () => {
    fc.assert(
      fc.property(
        rateLimits,
        fc.array(fc.nat({ max: 20_000 }), { minLength: 1, maxLength: 200 }),
        (limit, waits) => {
          const turns = play(limit, waits)
          for (const [index, at] of turns.entries()) {
            const later = turns[index + limit.count]
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
        const turns = play(
          limit,
          Array<number>(Math.ceil((limit.intervalMs * intervals) / stepMs)).fill(stepMs),
        )
        const most = limit.count * intervals
        // Steps of a millisecond are too coarse for a limit that has several turns in each.
        if (limit.intervalMs >= 100) assert.ok(turns.length >= most * 0.85 - 1, `${turns.length} of ${most}`)
      }),
    )
  })

  it('says when the next turn comes: none before, one then', () => {
    fc.assert(
      fc.property(rateLimits, fc.integer({ min: 1, max: 20 }), (limit, wanted) => {
        const count = Math.min(wanted, turnsLeft(limit, 0, NOW))
        const nextAt = takeTurns(limit, 0, { count, now: NOW })
        const at = nextTurnAt(limit, nextAt, NOW)
        assert.ok(turnsLeft(limit, nextAt, Math.max(at, NOW)) >= 1)
        if (at - 1 > NOW) assert.equal(turnsLeft(limit, nextAt, at - 1), 0)
      }),
    )
  })

  it('holds nothing up for longer than its interval and a second, however far the clock was set back', () => {
    fc.assert(
      fc.property(rateLimits, fc.integer({ min: 0, max: 10 * 3_600_000 }), (limit, stepMs) => {
        const full = takeTurns(limit, 0, { count: turnsLeft(limit, 0, NOW), now: NOW })
        const now = NOW - stepMs
        const at = nextTurnAt(limit, full, now)

        assert.ok(at - now <= limit.intervalMs + 1_001)
        assert.ok(turnsLeft(limit, full, Math.max(at, now)) >= 1)
      }),
    )
  })
})
