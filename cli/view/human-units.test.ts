import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeMs, describeTime, relativeTime, withRelativeTimes } from './human-units.ts'

const NOW = Date.parse('2026-09-14T03:00:00Z')

describe('relativeTime', () => {
  for (const [distanceMs, expected] of [
    [0, 'just now'],
    [999, 'just now'],
    [1000, '1 s ago'],
    [59_999, '59 s ago'],
    [60_000, '1 min ago'],
    [3_599_999, '59 min ago'],
    [3_600_000, '1 h ago'],
    [86_400_000, '1 d ago'],
    [30 * 86_400_000, '30 d ago'],
    [30 * 86_400_000 + 1, '2026-08-15'],
    [-5000, 'in 5 s'],
    [-7_200_000, 'in 2 h'],
    [5_000 - 7 * 86_400_000, 'in 7 d'],
    [5_000 - 12 * 3_600_000, 'in 12 h'],
    [5_000 - 86_400_000, 'in 1 d'],
    [5_000 - 7 * 86_400_000 + 20 * 3_600_000, 'in 6 d'],
  ] as const) {
    it(`says "${expected}" for ${distanceMs} ms`, () => {
      assert.equal(relativeTime(NOW - distanceMs, NOW), expected)
    })
  }
})

describe('describeTime', () => {
  it('has a dash for nothing, and leaves alone what is no time', () => {
    assert.equal(describeTime(null, NOW), '-')
    assert.equal(describeTime('soon', NOW), 'soon')
    assert.equal(describeTime('2026-09-14T02:57:00.000Z', NOW), '3 min ago')
  })
})

describe('withRelativeTimes', () => {
  for (const [sentence, expected] of [
    ['It is paused until 2026-09-14T03:00:42.000Z, because', 'It is paused for 42 s more, because'],
    ['the next attempt comes at 2026-09-14T03:02:00Z.', 'the next attempt comes in 2 min.'],
    ['It has failed since 2026-09-14T02:57:00.000Z.', 'It has failed since 3 min ago.'],
    ['It was sent at 2026-09-14T02:57:00.000Z.', 'It was sent 3 min ago.'],
    ['acknowledged until 2026-12-24T00:00:00Z', 'acknowledged until 2026-12-24'],
    ['nothing here', 'nothing here'],
  ] as const) {
    it(`writes "${expected}"`, () => assert.equal(withRelativeTimes(sentence, NOW), expected))
  }
})

describe('describeMs', () => {
  it('is as exact as it is useful', () => {
    assert.deepEqual([0.42, 8, 41.7, 1234].map(describeMs), ['0.4 ms', '8 ms', '42 ms', '1.2 s'])
  })
})
