import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { firstDayOf } from './window-rules.ts'

const HOUR_MS = 3_600_000
const given = {
  zone: 'Europe/Berlin',
  begins: '22:00',
  lastsMs: 8 * HOUR_MS,
  repeat: 'FREQ=DAILY' as string | null,
  days: null as readonly string[] | null,
}
const at = (text: string) => Date.parse(text)
/** A Saturday, 01:38 in Berlin. */
const NIGHT = at('2026-11-28T00:38:00Z')

describe('firstDayOf', () => {
  for (const [about, change, now, day] of [
    ['the night that began yesterday', {}, at('2026-11-28T02:00:00Z'), '2026-11-27'],
    ['today, once that is over', {}, at('2026-11-28T05:00:00Z'), '2026-11-28'],
    [
      'the weekend that began on Friday',
      { repeat: 'FREQ=WEEKLY;BYDAY=FR', begins: '17:00', lastsMs: 64 * HOUR_MS },
      at('2026-11-30T07:59:00Z'),
      '2026-11-27',
    ],
    [
      'the last day of the month',
      { repeat: 'FREQ=MONTHLY;BYMONTHDAY=-1' },
      at('2026-12-01T01:00:00Z'),
      '2026-11-30',
    ],
    [
      'the day of its own zone',
      { zone: 'Asia/Tokyo', begins: '01:30', lastsMs: 24 * HOUR_MS },
      at('2026-11-28T16:00:00Z'),
      '2026-11-28',
    ],
    ['today, where an interval counts from it', { repeat: 'FREQ=DAILY;INTERVAL=2' }, NIGHT, '2026-11-28'],
    ['today, where the rule takes its weekday from it', { repeat: 'FREQ=WEEKLY' }, NIGHT, '2026-11-28'],
    ['the same with INTERVAL=1', { repeat: 'FREQ=DAILY;INTERVAL=1' }, NIGHT, '2026-11-27'],
    ['today for days, which need none', { repeat: null, days: ['2026-11-27'] }, NIGHT, '2026-11-28'],
    ['today for a rule that nobody can read', { repeat: 'FREQ=DAILY;BYDAY=XX' }, NIGHT, '2026-11-28'],
    ['today for a zone that there is not', { zone: 'Nowhere' }, NIGHT, '2026-11-28'],
    ['today for a term beyond all limits', { lastsMs: 1e17 }, NIGHT, '2026-11-28'],
  ] as const) {
    it(`is ${about}`, () => {
      assert.equal(firstDayOf({ ...given, ...change }, now), day)
    })
  }
})
