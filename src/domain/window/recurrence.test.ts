import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { findRecurrenceIssue, parseDay, tidyRecurrence, timesOf } from './recurrence.ts'

const DAY_MS = 86_400_000
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

function daysOf(rule: string, first: string, count: number): readonly string[] {
  const days: string[] = []
  for (const at of timesOf(rule, parseDay(first) ?? 0)) {
    if (days.push(new Date(at).toISOString().slice(0, 10)) === count) break
  }
  return days
}

describe('timesOf', () => {
  const table: readonly [rule: string, first: string, days: readonly string[]][] = [
    ['FREQ=DAILY', '2026-11-27', ['2026-11-27', '2026-11-28', '2026-11-29']],
    ['FREQ=DAILY;INTERVAL=3', '2026-11-27', ['2026-11-27', '2026-11-30', '2026-12-03']],
    ['FREQ=WEEKLY', '2026-11-27', ['2026-11-27', '2026-12-04', '2026-12-11']],
    ['FREQ=WEEKLY;BYDAY=SU', '2026-11-27', ['2026-11-29', '2026-12-06', '2026-12-13']],
    // A week begins on Monday: the one of the first day is over for Monday and Thursday.
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH', '2026-11-27', ['2026-12-07', '2026-12-10', '2026-12-21']],
    ['FREQ=MONTHLY;BYDAY=2TU', '2026-11-27', ['2026-12-08', '2027-01-12', '2027-02-09']],
    ['FREQ=MONTHLY;BYDAY=-1SU', '2026-11-27', ['2026-11-29', '2026-12-27', '2027-01-31']],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', '2026-01-31', ['2026-01-31', '2026-02-28', '2026-03-31']],
    // RFC 5545, 3.3.10: a month without this day is passed over.
    ['FREQ=MONTHLY', '2026-01-31', ['2026-01-31', '2026-03-31', '2026-05-31']],
    ['FREQ=DAILY;UNTIL=20261128', '2026-11-27', ['2026-11-27', '2026-11-28']],
    ['FREQ=DAILY;UNTIL=20261126', '2026-11-27', []],
    ['FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=30', '2026-02-01', []],
  ]
  for (const [rule, first, days] of table) {
    it(`follows ${rule} from ${first} on`, () => {
      assert.deepEqual(daysOf(rule, first, 3), days)
    })
  }

  it('agrees with a check of every single day', () => {
    fc.assert(
      fc.property(anyRule, fc.integer({ min: 0, max: 2_000 }), (rule, offset) => {
        const first = Date.parse('2025-01-01T00:00:00Z') + offset * DAY_MS
        const day = new Date(first).toISOString().slice(0, 10)
        assert.equal(findRecurrenceIssue(textOf(rule)), undefined)
        assert.deepEqual(
          daysOf(textOf(rule), day, 5),
          checkedDays(rule, first, 5),
          `${textOf(rule)} from ${day}`,
        )
      }),
      { numRuns: 300 },
    )
  })
})

describe('timesOf from a moment on', () => {
  it('names the same times as from the beginning', () => {
    const anyMoment = fc.integer({ min: -400, max: 3_000 })
    fc.assert(
      fc.property(anyRule, fc.integer({ min: 0, max: 2_000 }), anyMoment, (rule, offset, distance) => {
        const first = Date.parse('2024-01-31T22:00:00Z') + offset * DAY_MS
        const from = first + distance * DAY_MS + 3_600_000
        const after = (times: Iterable<number>) => {
          const found: string[] = []
          for (const at of times) {
            if (at > first + 4_500 * DAY_MS || found.length === 5) break
            if (at >= from) found.push(new Date(at).toISOString())
          }
          return found
        }
        const text = textOf(rule)
        assert.deepEqual(
          after(timesOf(text, first, from)),
          after(timesOf(text, first)),
          `${text} ${offset} ${distance}`,
        )
      }),
      { numRuns: 200 },
    )
  })

  it('does not follow a rule through the years before', () => {
    const first = Date.parse('1970-01-01T22:00:00Z')
    const from = Date.parse('2026-11-27T00:00:00Z')
    for (const rule of ['FREQ=DAILY', 'FREQ=WEEKLY;INTERVAL=2', 'FREQ=MONTHLY;BYDAY=-1SU', 'FREQ=MONTHLY']) {
      const [earliest = 0] = timesOf(rule, first, from)
      assert.ok(earliest > from - 62 * DAY_MS, rule)
    }
  })
})

interface Rule {
  readonly freq: 'DAILY' | 'WEEKLY' | 'MONTHLY'
  readonly interval: number
  readonly byDay: readonly { readonly ordinal: number; readonly weekday: number }[]
  readonly byMonthDay: readonly number[]
}

const anyRule: fc.Arbitrary<Rule> = fc
  .record({
    freq: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY'),
    interval: fc.integer({ min: 1, max: 4 }),
    byDay: fc.uniqueArray(
      fc.record({ ordinal: fc.integer({ min: -4, max: 4 }), weekday: fc.integer({ min: 0, max: 6 }) }),
      { maxLength: 3, selector: ({ weekday }) => weekday },
    ),
    byMonthDay: fc.uniqueArray(fc.oneof(fc.integer({ min: 1, max: 31 }), fc.integer({ min: -28, max: -1 })), {
      maxLength: 3,
    }),
  })
  .map(({ freq, interval, byDay, byMonthDay }): Rule => {
    if (freq === 'DAILY') return { freq, interval, byDay: [], byMonthDay: [] }
    if (freq === 'WEEKLY')
      return { freq, interval, byDay: byDay.map(({ weekday }) => ({ ordinal: 0, weekday })), byMonthDay: [] }
    return byDay.length > 0
      ? { freq: 'MONTHLY', interval, byDay, byMonthDay: [] }
      : { freq: 'MONTHLY', interval, byDay: [], byMonthDay }
  })

function textOf({ freq, interval, byDay, byMonthDay }: Rule): string {
  const days = byDay.map(({ ordinal, weekday }) => `${ordinal === 0 ? '' : ordinal}${WEEKDAYS[weekday]}`)
  return [
    `FREQ=${freq}`,
    `INTERVAL=${interval}`,
    ...(days.length > 0 ? [`BYDAY=${days.join(',')}`] : []),
    ...(byMonthDay.length > 0 ? [`BYMONTHDAY=${byMonthDay.join(',')}`] : []),
  ].join(';')
}

/** The days of a rule, by asking of each day from the first one on whether the rule names it, for ten years. */
function checkedDays(rule: Rule, first: number, count: number): readonly string[] {
  const found: string[] = []
  for (let at = first; at < first + 3660 * DAY_MS && found.length < count; at += DAY_MS) {
    if (names(rule, new Date(first), new Date(at))) found.push(new Date(at).toISOString().slice(0, 10))
  }
  return found
}

function names({ freq, interval, byDay, byMonthDay }: Rule, first: Date, day: Date): boolean {
  if (freq === 'DAILY') return ((day.getTime() - first.getTime()) / DAY_MS) % interval === 0
  if (freq === 'WEEKLY') {
    const isWeek = ((weekOf(day) - weekOf(first)) / 7) % interval === 0
    const weekdays = byDay.length === 0 ? [first.getUTCDay()] : byDay.map(({ weekday }) => weekday)
    return isWeek && weekdays.includes(day.getUTCDay())
  }
  if ((monthOf(day) - monthOf(first)) % interval !== 0) return false
  const ofMonth = day.getUTCDate()
  const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate()
  if (byDay.length > 0) {
    return byDay.some(({ ordinal, weekday }) => {
      if (weekday !== day.getUTCDay()) return false
      if (ordinal === 0) return true
      return ordinal > 0
        ? Math.ceil(ofMonth / 7) === ordinal
        : Math.ceil((last - ofMonth + 1) / 7) === -ordinal
    })
  }
  const days = byMonthDay.length === 0 ? [first.getUTCDate()] : byMonthDay
  return days.includes(ofMonth) || days.includes(ofMonth - last - 1)
}

/** The number of the Monday of a week. */
function weekOf(day: Date): number {
  const number = day.getTime() / DAY_MS
  return number - ((day.getUTCDay() + 6) % 7)
}

function monthOf(day: Date): number {
  return day.getUTCFullYear() * 12 + day.getUTCMonth()
}

describe('findRecurrenceIssue', () => {
  const table: readonly [rule: string, says: RegExp][] = [
    ['', /^needs FREQ, e\.g\. FREQ=WEEKLY;BYDAY=SU$/],
    ['every sunday', /^needs FREQ/],
    ['FREQ=YEARLY', /^has FREQ=YEARLY, but FREQ must be DAILY, WEEKLY or MONTHLY$/],
    ['FREQ=WEEKLY;COUNT=3', /^has COUNT, which is not supported; known are FREQ .* and UNTIL$/],
    ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1', /^has BYSETPOS, which is not supported/],
    ['FREQ=WEEKLY;', /^has an empty part, which is not supported/],
    ['FREQ=WEEKLY;FREQ=DAILY', /^has FREQ twice$/],
    ['FREQ=WEEKLY;BYDAY=SUN', /^has BYDAY=SUN, but BYDAY must be days such as SU or MO,TH/],
    ['FREQ=WEEKLY;BYDAY=2SU', /^has a number in BYDAY=2SU, which needs FREQ=MONTHLY$/],
    ['FREQ=DAILY;BYDAY=SU', /^has BYDAY, .*write FREQ=WEEKLY;BYDAY=SU$/],
    ['FREQ=WEEKLY;BYMONTHDAY=1', /^has BYMONTHDAY, which needs FREQ=MONTHLY$/],
    ['FREQ=MONTHLY;BYDAY=5SU', /^has BYDAY=5SU, but BYDAY must be days .*1SU to 4SU/],
    ['FREQ=MONTHLY;BYMONTHDAY=-29', /^has BYMONTHDAY=-29, but BYMONTHDAY must be days .*-1 to -28/],
    ['FREQ=MONTHLY;BYMONTHDAY=32', /^has BYMONTHDAY=32, but BYMONTHDAY must be days of the month/],
    ['FREQ=DAILY;INTERVAL=0', /^has INTERVAL=0, but INTERVAL must be a number from 1 to 366$/],
    ['FREQ=DAILY;INTERVAL=367', /^has an INTERVAL of more than 366$/],
    ['FREQ=DAILY;UNTIL=20260231', /^has UNTIL=20260231, which is no day$/],
    ['FREQ=DAILY;UNTIL=20261231T235959Z', /UNTIL must be the last day, such as 20261231$/],
    ['FREQ=MONTHLY;BYDAY=-1FR;BYMONTHDAY=13', /^has both BYDAY and BYMONTHDAY; give one of them$/],
    ['__proto__=1;FREQ=DAILY', /^has __proto__, which is not supported/],
  ]
  for (const [rule, says] of table) {
    it(`refuses ${rule || 'nothing'}`, () => {
      assert.match(findRecurrenceIssue(rule) ?? '', says)
    })
  }

  it('takes what calendars write, tidied', () => {
    assert.equal(tidyRecurrence(' rrule:freq=weekly;byday=su '), 'FREQ=WEEKLY;BYDAY=SU')
    assert.equal(tidyRecurrence('RRULE:FREQ=DAILY'), 'FREQ=DAILY')
  })
})

describe('parseDay', () => {
  it('reads days that exist', () => {
    assert.equal(parseDay('2028-02-29'), Date.parse('2028-02-29T00:00:00Z'))
    for (const text of ['2027-02-29', '2026-13-01', '2026-1-1', '20260101', '2026-01-01T00:00', ''])
      assert.equal(parseDay(text), undefined, text)
  })
})
