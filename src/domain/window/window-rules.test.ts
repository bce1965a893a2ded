import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '../errors.ts'
import { changesOccurrence, editWindow, validateWindow } from './window-rules.ts'
import type { GivenWindow, MaintenanceWindow } from './window.ts'

const NOW = Date.parse('2026-11-27T12:00:00Z')
const HOUR_MS = 3_600_000

const GIVEN: GivenWindow = {
  name: 'Sunday patching',
  match: 'server=~"db-.*"',
  webhookIds: null,
  zone: 'Europe/Berlin',
  begins: '22:00',
  lastsMs: 4 * HOUR_MS,
  repeat: 'FREQ=WEEKLY;BYDAY=SU',
  days: null,
  firstDay: '2026-11-27',
  jobs: 'hold',
  reason: 'patches of the week',
}

const STORED: MaintenanceWindow = {
  ...GIVEN,
  id: 1,
  matchOwner: null,
  except: [],
  createdBy: 'dba',
  createdAt: NOW,
  updatedAt: NOW,
}

function mistakesOf(act: () => unknown): readonly string[] {
  try {
    act()
    return []
  } catch (error) {
    assert.ok(error instanceof AppError)
    return (error.issues ?? []).map(({ path, message }) => `${path} ${message}`)
  }
}

describe('validateWindow', () => {
  const table: readonly [given: Partial<GivenWindow>, says: RegExp][] = [
    [{ name: ' ' }, /^name is missing$/],
    [{ name: 'x'.repeat(101) }, /^name is longer than 100 characters$/],
    [{ match: '' }, /^match is empty; say which alerts to silence/],
    [{ reason: '' }, /^reason is missing; say why/],
    [{ zone: 'Europe/Berln' }, /^zone is "Europe\/Berln", which is no time zone; write an IANA name such as/],
    [{ zone: '+01:00' }, /^zone is "\+01:00", which is no time zone/],
    [{ begins: '24:00' }, /^begins is "24:00", not a time of day such as 22:00$/],
    [{ begins: '9:00' }, /^begins is "9:00", not a time of day/],
    [{ lastsMs: 30_000 }, /^for must be whole minutes, from 1m to 7d$/],
    [{ lastsMs: 90_000 }, /^for must be whole minutes/],
    [{ lastsMs: 8 * 24 * HOUR_MS }, /^for must be whole minutes, from 1m to 7d$/],
    [{ repeat: null }, /^repeat is missing; give a rule such as FREQ=WEEKLY;BYDAY=SU, or `days`$/],
    [{ days: ['2026-12-24'] }, /^days does not go with `repeat`; give one of them$/],
    [{ repeat: null, days: [] }, /^days must name 1 to 100 days$/],
    [{ repeat: null, days: ['2026-12-24', '2026-02-30'] }, /^days\[1\] is "2026-02-30", not a day such as/],
    [{ firstDay: 'today' }, /^from is "today", not a day such as 2026-12-24$/],
    [{ firstDay: '2019-12-31' }, /^from must not be before 2020-01-01$/],
    [{ repeat: 'FREQ=HOURLY' }, /^repeat has FREQ=HOURLY, but FREQ must be/],
    [
      { repeat: 'FREQ=DAILY;UNTIL=20261120' },
      /^repeat never occurs after now, 2026-11-27 13:00 in Europe\/Berlin$/,
    ],
    [{ repeat: null, days: ['2026-11-01'] }, /^days never occurs after now/],
    [
      { repeat: 'FREQ=DAILY', lastsMs: 25 * HOUR_MS },
      /^for is too long: the next occurrence begins at 2026-11-28T21:00:00.000Z, before this one ends$/,
    ],
  ]
  for (const [given, says] of table) {
    it(`refuses ${JSON.stringify(given).slice(0, 60)}`, () => {
      const mistakes = mistakesOf(() => validateWindow({ ...GIVEN, ...given }, NOW))

      assert.match(mistakes[0] ?? '', says)
      assert.equal(mistakes.length, 1)
    })
  }

  it('names every mistake at once', () => {
    const wrong = { ...GIVEN, name: '', zone: 'x y', begins: '', repeat: 'DAILY' }

    assert.deepEqual(
      mistakesOf(() => validateWindow(wrong, NOW)).map((mistake) => mistake.split(' ')[0]),
      ['name', 'zone', 'begins', 'repeat'],
    )
  })

  it('takes whole days in a row', () => {
    assert.doesNotThrow(() => validateWindow({ ...GIVEN, repeat: 'FREQ=DAILY', lastsMs: 24 * HOUR_MS }, NOW))
  })
})

describe('editWindow', () => {
  it('changes what is given, and returns the same window if nothing differs', () => {
    const later = NOW + HOUR_MS

    assert.equal(editWindow(STORED, { begins: '22:00' }, later), STORED)
    assert.deepEqual(editWindow(STORED, { begins: '23:00' }, later), {
      ...STORED,
      begins: '23:00',
      updatedAt: later,
    })
  })

  it('gives a window that is over another name, but no schedule that never occurs', () => {
    const over = { ...STORED, repeat: 'FREQ=DAILY;UNTIL=20261120' }

    assert.equal(editWindow(over, { name: 'last month' }, NOW).name, 'last month')
    assert.match(
      mistakesOf(() => editWindow(over, { begins: '21:00' }, NOW))[0] ?? '',
      /^repeat never occurs/,
    )
  })

  it('changes the occurrence under way only where that would hold something else', () => {
    const changes = (edit: Partial<GivenWindow>) => changesOccurrence(STORED, { ...STORED, ...edit }, NOW)

    assert.deepEqual(
      [{ name: 'x' }, { reason: 'x' }, { match: 'name="x"' }, { webhookIds: [1] }, { lastsMs: HOUR_MS }].map(
        changes,
      ),
      [false, false, true, true, true],
    )
    assert.ok(changes({ jobs: 'notify_failures' }))
  })
})
