import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Instant } from '../../src/domain/instant.ts'
import { nextInstant } from './silence-options.ts'

describe('nextInstant', () => {
  const at = (day: number, hours: number, minutes: number) =>
    new Date(2026, 10, day, hours, minutes).getTime()
  const parse = nextInstant(() => at(28, 22, 30) as Instant)

  for (const [text, expected] of [
    ['23:00', at(28, 23, 0)],
    ['22:31', at(28, 22, 31)],
    ['22:30', at(29, 22, 30)],
    ['7:05', at(29, 7, 5)],
    ['2026-12-01T00:00:00Z', Date.UTC(2026, 11, 1)],
  ] as const) {
    it(`reads ${text} as the next such moment`, () => {
      assert.equal(Date.parse(parse(text)), expected)
    })
  }

  for (const text of ['24:00', '7', '23:60', 'tonight']) {
    it(`refuses ${text}`, () => {
      assert.throws(() => parse(text), /neither a time such as .* nor one of today or tomorrow such as 23:00/)
    })
  }
})
