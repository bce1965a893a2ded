import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  byPresentClock,
  CLOCKS_APART_MS_MAX,
  isOutOfReach,
  leapAfter,
  momentAgo,
  STEP_MS_MIN,
  stepBetween,
} from './clock-steps.ts'

const NOW = Date.parse('2026-09-14T03:00:00Z')
const HOUR = 3_600_000

describe('steps of the clock', () => {
  const looks: readonly (readonly [string, number, number, number])[] = [
    ['none', 0, 0, 0],
    ['drift', STEP_MS_MIN - 1, 0, 0],
    ['seconds back', -3_000, 0, -3_000],
    ['hours forward', 2 * HOUR, 0, 2 * HOUR],
    ['no more than what a slow look may be wrong by', 2_000, 1_500, 0],
    ['more than that', 3_000, 1_500, 3_000],
  ]
  for (const [name, setMs, errorMs, stepMs] of looks) {
    it(`between two looks: ${name}`, () => {
      const before = { at: 100, time: NOW, errorMs: 0 }
      const after = { at: 10_100, time: NOW + 10_000 + setMs, errorMs }

      assert.equal(stepBetween(before, after), stepMs)
    })
  }

  it('a moment is out of reach when it lies further ahead than it can, and nodes may differ', () => {
    assert.equal(isOutOfReach(NOW + 5_000 + CLOCKS_APART_MS_MAX, NOW, 5_000), false)
    assert.equal(isOutOfReach(NOW + 5_001 + CLOCKS_APART_MS_MAX, NOW, 5_000), true)
  })

  it('steps forward add up to a leap, and steps back take away from it', () => {
    const leap = leapAfter(null, 2 * HOUR, NOW)
    assert.deepEqual(leap, { at: NOW, ms: 2 * HOUR })
    assert.deepEqual(leapAfter(leap, 3_000, NOW + 5), { at: NOW + 5, ms: 2 * HOUR + 3_000 })
    assert.deepEqual(leapAfter(leap, -HOUR, NOW - HOUR), { at: NOW - HOUR, ms: HOUR })
    assert.equal(leapAfter(leap, -2 * HOUR, NOW - 2 * HOUR), null)
    assert.equal(leapAfter(null, -HOUR, NOW), null)
  })

  it('what the clock showed some time ago, before a leap, and how that reads now', () => {
    const leap = { at: NOW, ms: 2 * HOUR }
    assert.equal(momentAgo(5_000, NOW + 5_000, leap), NOW)
    assert.equal(momentAgo(5_000, NOW + 4_000, leap), NOW - 1_000 - 2 * HOUR)
    assert.equal(momentAgo(5_000, NOW, null), NOW - 5_000)
    assert.equal(byPresentClock(NOW - 1_000 - 2 * HOUR, leap), NOW - 1_000)
    assert.equal(byPresentClock(NOW + 1, leap), NOW + 1)
    assert.equal(byPresentClock(NOW - 1, null), NOW - 1)
  })
})
