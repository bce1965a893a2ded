import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { occurrencesAfter } from './occurrences.ts'
import type { WindowSchedule } from './window.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

function schedule(given: Partial<WindowSchedule> = {}): WindowSchedule {
  return {
    zone: 'Europe/Berlin',
    begins: '22:00',
    lastsMs: 4 * HOUR_MS,
    repeat: 'FREQ=WEEKLY;BYDAY=SU',
    days: null,
    firstDay: '2026-11-27',
    ...given,
  }
}

function listed(given: Partial<WindowSchedule>, { after, count }: { after: string; count: number }) {
  return occurrencesAfter(schedule(given), { after: Date.parse(after), count }).map(({ beginsAt, endsAt }) =>
    [new Date(beginsAt), new Date(endsAt)].map((at) => at.toISOString().slice(0, 16)),
  )
}

describe('occurrencesAfter', () => {
  const after = '2026-11-27T12:00:00Z'

  it('goes over midnight, the end of a month and the end of a year', () => {
    assert.deepEqual(listed({ days: ['2026-11-30', '2026-12-31'], repeat: null }, { after, count: 9 }), [
      ['2026-11-30T21:00', '2026-12-01T01:00'],
      ['2026-12-31T21:00', '2027-01-01T01:00'],
    ])
  })

  it('names the one under way until it ends', () => {
    const first = (at: string) => listed({}, { after: at, count: 1 })[0]?.[0]

    assert.equal(first('2026-11-30T00:59:59.999Z'), '2026-11-29T21:00')
    assert.equal(first('2026-11-30T01:00:00Z'), '2026-12-06T21:00')
  })

  it('stays at the time that clocks show, when summer begins and ends', () => {
    assert.deepEqual(
      listed({ firstDay: '2027-03-01' }, { after: '2027-03-20T00:00:00Z', count: 3 }).map(([begin]) => begin),
      ['2027-03-21T21:00', '2027-03-28T20:00', '2027-04-04T20:00'],
    )
    assert.deepEqual(listed({ begins: '01:00' }, { after: '2027-10-30T00:00:00Z', count: 1 }), [
      // From 1 to 5 there are five hours.
      ['2027-10-30T23:00', '2027-10-31T04:00'],
    ])
  })

  /** In the night of 28 March 2027 no clock of Berlin shows 2 to 3; on 31 October they show it twice. */
  const table: readonly [about: string, given: Partial<WindowSchedule>, after: string, expected: string[]][] =
    [
      [
        'begins in the hour that does not exist: at the first moment after it',
        { begins: '02:30', lastsMs: 2 * HOUR_MS },
        '2027-03-27T12:00:00Z',
        ['2027-03-28T01:00', '2027-03-28T02:30'],
      ],
      [
        'ends in it',
        { begins: '01:00', lastsMs: 90 * MINUTE_MS },
        '2027-03-27T12:00:00Z',
        ['2027-03-28T00:00', '2027-03-28T01:00'],
      ],
      [
        'lies in it: it lasts as long as it says',
        { begins: '02:15', lastsMs: 15 * MINUTE_MS },
        '2027-03-27T12:00:00Z',
        ['2027-03-28T01:00', '2027-03-28T01:15'],
      ],
      [
        'begins in the hour that exists twice: in the first one',
        { begins: '02:30', lastsMs: 15 * MINUTE_MS },
        '2027-10-30T12:00:00Z',
        ['2027-10-31T00:30', '2027-10-31T00:45'],
      ],
      [
        'begins in the first and ends after the second',
        { begins: '02:30', lastsMs: 30 * MINUTE_MS },
        '2027-10-30T12:00:00Z',
        ['2027-10-31T00:30', '2027-10-31T02:00'],
      ],
      [
        'a zone that moves its clocks by half an hour',
        { zone: 'Australia/Lord_Howe', begins: '02:10', lastsMs: HOUR_MS },
        '2026-10-03T00:00:00Z',
        ['2026-10-03T15:30', '2026-10-03T16:10'],
      ],
      [
        'a zone that moves them at midnight',
        { zone: 'America/Santiago', begins: '00:00', lastsMs: 2 * HOUR_MS },
        '2026-09-05T12:00:00Z',
        ['2026-09-06T04:00', '2026-09-06T05:00'],
      ],
    ]
  for (const [about, given, from, expected] of table) {
    it(about, () => {
      const daily = { repeat: 'FREQ=DAILY', firstDay: '2026-01-01', ...given }
      assert.deepEqual(
        listed(daily, { after: from, count: 2 }).find(([, end]) => end === expected[1]),
        expected,
      )
    })
  }

  it('finds a day that is named, however far away', () => {
    assert.equal(listed({ repeat: null, days: ['2100-01-01'] }, { after, count: 5 }).length, 1)
  })

  it('finds none after the last one', () => {
    assert.deepEqual(listed({ repeat: 'FREQ=DAILY;UNTIL=20261126' }, { after, count: 5 }), [])
    assert.deepEqual(listed({ repeat: null, days: ['2026-11-26'] }, { after, count: 5 }), [])
    assert.deepEqual(
      listed({ repeat: 'FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31' }, { after, count: 5 }),
      [],
      'November has 30 days',
    )
  })
})
