import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { formatInstant } from './instant.ts'
import { instantInZone } from './time-zone.ts'

const END = Date.parse('2100-01-01T00:00:00Z')

describe('instantInZone', () => {
  const table: readonly [string, string, string][] = [
    ['Europe/Warsaw', '2026-09-14 05:31:07', '2026-09-14T03:31:07.000Z'],
    ['Europe/Warsaw', '2026-01-14 05:31:07', '2026-01-14T04:31:07.000Z'],
    ['UTC', '2026-09-14 05:31:07', '2026-09-14T05:31:07.000Z'],
    ['Asia/Kathmandu', '2026-09-14 05:31:07', '2026-09-13T23:46:07.000Z'],
    ['America/Sao_Paulo', '2026-12-31 23:59:59', '2027-01-01T02:59:59.000Z'],
    ['Pacific/Kiritimati', '2026-01-01 00:00:00', '2025-12-31T10:00:00.000Z'],
    // Skipped by the clocks of that night, from 2 to 3.
    ['Europe/Warsaw', '2026-03-29 02:30:00', '2026-03-29T01:30:00.000Z'],
    ['Europe/Warsaw', '2026-03-29 01:59:59', '2026-03-29T00:59:59.000Z'],
    ['Europe/Warsaw', '2026-03-29 03:00:00', '2026-03-29T01:00:00.000Z'],
    // Shown twice, from 2 to 3.
    ['Europe/Warsaw', '2026-10-25 02:30:00', '2026-10-25T01:30:00.000Z'],
    ['Europe/Warsaw', '2026-10-25 01:59:59', '2026-10-24T23:59:59.000Z'],
    ['Europe/Warsaw', '2026-10-25 03:00:00', '2026-10-25T02:00:00.000Z'],
  ]
  for (const [zone, shown, expected] of table) {
    it(`takes ${shown} in ${zone} for ${expected}`, () => {
      assert.equal(formatInstant(instantInZone(local(shown), zone, END) ?? 0), expected)
    })
  }

  it('takes the first of two moments while the second is still to come', () => {
    const latest = Date.parse('2026-10-25T00:45:00Z')

    assert.equal(
      formatInstant(instantInZone(local('2026-10-25 02:30:00'), 'Europe/Warsaw', latest) ?? 0),
      '2026-10-25T00:30:00.000Z',
    )
  })

  it('knows no zone and no date that does not exist', () => {
    assert.equal(instantInZone(local('2026-09-14 05:31:07'), 'Europe/Atlantis', END), undefined)
    assert.equal(instantInZone(local('2026-09-14 05:31:07'), '', END), undefined)
    assert.equal(instantInZone(local('2026-02-30 05:31:07'), 'UTC', END), undefined)
    assert.equal(instantInZone(local('2026-02-03 24:31:07'), 'UTC', END), undefined)
  })

  it('finds every moment again by what the clocks of its zone show', () => {
    const zones = ['Europe/Warsaw', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Africa/Cairo']
    const seconds = fc.integer({ min: 946_684_800, max: 2_208_988_800 })
    fc.assert(
      fc.property(seconds, fc.constantFrom(...zones), (second, zone) => {
        const at = second * 1000
        const shown = new Intl.DateTimeFormat('sv-SE', {
          timeZone: zone,
          dateStyle: 'short',
          timeStyle: 'medium',
        }).format(at)

        assert.equal(instantInZone(local(shown), zone, at), at)
      }),
    )
  })
})

/** As in `2026-09-14 05:31:07`. */
function local(text: string) {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = text.split(/[-: ]/).map(Number)
  return { year, month, day, hour, minute, second }
}
