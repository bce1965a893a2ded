import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  byPresentClock,
  CLOCKS_APART_MS_MAX,
  isOutOfReach,
  clockJumpAfter,
  momentAgo,
  NO_CLOCK_JUMP,
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

  it('steps forward add up to a jump, and steps back take away from it', () => {
    const clockJump = clockJumpAfter(NO_CLOCK_JUMP, 2 * HOUR, NOW)
    assert.deepEqual(clockJump, { at: NOW, ms: 2 * HOUR })
    assert.deepEqual(clockJumpAfter(clockJump, 3_000, NOW + 5), { at: NOW + 5, ms: 2 * HOUR + 3_000 })
    assert.deepEqual(clockJumpAfter(clockJump, -HOUR, NOW - HOUR), { at: NOW - HOUR, ms: HOUR })
    assert.equal(clockJumpAfter(clockJump, -2 * HOUR, NOW - 2 * HOUR), NO_CLOCK_JUMP)
    assert.equal(clockJumpAfter(NO_CLOCK_JUMP, -HOUR, NOW), NO_CLOCK_JUMP)
  })

  it('what the clock showed some time ago, before a jump, and how that reads now', () => {
    const clockJump = { at: NOW, ms: 2 * HOUR }
    assert.equal(momentAgo(5_000, NOW + 5_000, clockJump), NOW)
    assert.equal(momentAgo(5_000, NOW + 4_000, clockJump), NOW - 1_000 - 2 * HOUR)
    assert.equal(momentAgo(5_000, NOW, NO_CLOCK_JUMP), NOW - 5_000)
    assert.equal(byPresentClock(NOW - 1_000 - 2 * HOUR, clockJump), NOW - 1_000)
    assert.equal(byPresentClock(NOW + 1, clockJump), NOW + 1)
    assert.equal(byPresentClock(NOW - 1, NO_CLOCK_JUMP), NOW - 1)
  })
})

describe('stepSince', () => {
  const mark = { at: 1_000, time: NOW, errorMs: 0, clockJump: NO_CLOCK_JUMP }

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
