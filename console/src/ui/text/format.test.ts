import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  describeAgo,
  endOfSecond,
  formatBytes,
  formatDuration,
  formatMeasured,
  formatShort,
} from './format.ts'

describe('how long ago', () => {
  const now = Date.parse('2026-11-21T09:00:00Z')
  for (const [seconds, notified] of [
    [-3, 'just now'],
    [3, 'in a moment'],
    [-12, '12 s ago'],
    [-200, '3 min ago'],
    [7_300, 'in 2 h'],
    [-86_400 * 3, '3 d ago'],
    [-86_400 * 7 + 5, '6 d ago'],
    [86_400 * 7 - 5, 'in 7 d'],
    [3_600 * 12 - 5, 'in 12 h'],
    [3_600 * 24 - 5, 'in 1 d'],
    [100, 'in 2 min'],
  ] as const) {
    it(`${seconds} s: ${notified}`, () => {
      assert.equal(describeAgo(new Date(now + seconds * 1000).toISOString(), now), notified)
    })
  }

  it('what came within the present second has happened', () => {
    assert.equal(describeAgo('2026-11-21T09:00:00.400Z', endOfSecond(now + 100)), 'just now')
  })
})

describe('amounts', () => {
  it('have units that fit', () => {
    assert.deepEqual([0.1, 4.26, 12.4, 1_500, 59_000, 200_000, 7_500_000, 273_600_000].map(formatDuration), [
      '100 µs',
      '4.3 ms',
      '12 ms',
      '1.5 s',
      '59 s',
      '3 min 20 s',
      '2 h 5 min',
      '3 d 4 h',
    ])
    assert.deepEqual([512, 12_288, 3_565_158].map(formatBytes), ['512 B', '12 KB', '3.4 MB'])
    assert.deepEqual([9_999, 12_345, 1_200_000].map(formatShort), ['9,999', '12.3K', '1.2M'])
  })

  it('a measured value has four significant digits, and a unit if it had one', () => {
    const short: Readonly<Record<string, string>> = {
      '66.62162162162163': '66.62',
      '66.62162162162163 %': '66.62 %',
      '-0.000123456': '-0.0001235',
      '12345.678': '12346',
      '90.0': '90',
      '123456789': '123456789',
      '0.00000012345': '0.00000012345',
      '12.5, threshold 10': '12.5, threshold 10',
      '10.0.0.7': '10.0.0.7',
      '2026.11.25 10:00': '2026.11.25 10:00',
      'too many': 'too many',
    }
    for (const [value, shown] of Object.entries(short)) assert.equal(formatMeasured(value), shown)
  })
})
