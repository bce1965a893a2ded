import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { formatInstant, parseInstant } from './instant.ts'

describe('instants', () => {
  for (const [text, expected] of [
    ['2026-09-14T03:12:40.117Z', '2026-09-14T03:12:40.117Z'],
    ['2026-09-14T05:12:40.117+02:00', '2026-09-14T03:12:40.117Z'],
    ['2026-09-13T22:42:40-04:30', '2026-09-14T03:12:40.000Z'],
    ['2026-09-14t03:12:40.117999999z', '2026-09-14T03:12:40.117Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['2024-02-29T23:59:60Z', '2024-03-01T00:00:00.000Z'],
  ] as const) {
    it(`reads ${text}`, () => assert.equal(formatInstant(parseInstant(text) ?? NaN), expected))
  }

  for (const text of [
    '',
    'yesterday',
    '2026-09-14',
    '2026-09-14 03:12:40Z',
    '2026-09-14T03:12:40',
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-09-14T24:00:00Z',
    '2026-09-14T03:60:00Z',
    '2026-09-14T03:12:40+99:00',
    '2026-09-14T03:12:40+01:99',
    ' 2026-09-14T03:12:40Z',
  ]) {
    it(`refuses "${text}"`, () => assert.equal(parseInstant(text), undefined))
  }

  it('reads back what it writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: -6e13, max: 2e14 }), (at) => parseInstant(formatInstant(at)) === at),
    )
  })
})
