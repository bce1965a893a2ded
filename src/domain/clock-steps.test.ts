import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  byPresentClock,
  CLOCKS_APART_MS_MAX,
  isOutOfReach,
  leapAfter,
  momentAgo,
  NO_LEAP,
  STEP_MS_MIN,
  stepBetween,
  stepSince,
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
    const leap = leapAfter(NO_LEAP, 2 * HOUR, NOW)
    assert.deepEqual(leap, { at: NOW, ms: 2 * HOUR })
    assert.deepEqual(leapAfter(leap, 3_000, NOW + 5), { at: NOW + 5, ms: 2 * HOUR + 3_000 })
    assert.deepEqual(leapAfter(leap, -HOUR, NOW - HOUR), { at: NOW - HOUR, ms: HOUR })
    assert.equal(leapAfter(leap, -2 * HOUR, NOW - 2 * HOUR), NO_LEAP)
    assert.equal(leapAfter(NO_LEAP, -HOUR, NOW), NO_LEAP)
  })

  it('what the clock showed some time ago, before a leap, and how that reads now', () => {
    const leap = { at: NOW, ms: 2 * HOUR }
    assert.equal(momentAgo(5_000, NOW + 5_000, leap), NOW)
    assert.equal(momentAgo(5_000, NOW + 4_000, leap), NOW - 1_000 - 2 * HOUR)
    assert.equal(momentAgo(5_000, NOW, NO_LEAP), NOW - 5_000)
    assert.equal(byPresentClock(NOW - 1_000 - 2 * HOUR, leap), NOW - 1_000)
    assert.equal(byPresentClock(NOW + 1, leap), NOW + 1)
    assert.equal(byPresentClock(NOW - 1, NO_LEAP), NOW - 1)
  })
})

describe('stepSince', () => {
  const mark = { at: 1_000, time: NOW, errorMs: 0, leap: NO_LEAP }

  it('tells a step from the time in which no process ran', () => {
    assert.equal(stepSince(mark, { at: 1_000 + HOUR, time: NOW + HOUR, errorMs: 0 }), 0)
    assert.equal(stepSince(mark, { at: 1_000 + HOUR, time: NOW + 3 * HOUR, errorMs: 0 }), 2 * HOUR)
    assert.equal(stepSince(mark, { at: 1_000 + HOUR, time: NOW, errorMs: 0 }), -HOUR)
  })

  it('takes for drift what clocks run apart by themselves, and believes no mark of what is still to come', () => {
    assert.equal(stepSince(mark, { at: 1_000 + 10 * HOUR, time: NOW + 10 * HOUR + 4_000, errorMs: 0 }), 0)
    assert.equal(stepSince(mark, { at: 999, time: NOW + HOUR, errorMs: 0 }), 0)
  })
})
