import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTimeZone, timeInZone } from './time-zone.ts'

for (const [text, zone, expected] of [
  ['2026-09-14T03:12:40.117Z', 'Europe/Berlin', '2026-09-14 05:12:40 +02:00'],
  ['2026-12-31T23:30:00.000Z', 'Europe/Berlin', '2027-01-01 00:30:00 +01:00'],
  ['2026-09-14T03:12:40Z', 'UTC', '2026-09-14 03:12:40 +00:00'],
  ['2026-09-14T03:12:40.117Z', 'America/New_York', '2026-09-13 23:12:40 -04:00'],
  ['2026-09-14T03:12:40.117Z', 'Asia/Kathmandu', '2026-09-14 08:57:40 +05:45'],
  ['2026-09-14T03:12:40.117Z', 'Etc/GMT+5', '2026-09-13 22:12:40 -05:00'],
  // Summer time begins and ends.
  ['2026-03-29T00:59:59.000Z', 'Europe/Berlin', '2026-03-29 01:59:59 +01:00'],
  ['2026-03-29T01:00:00.000Z', 'Europe/Berlin', '2026-03-29 03:00:00 +02:00'],
  ['2026-10-25T01:30:00.000Z', 'Europe/Berlin', '2026-10-25 02:30:00 +01:00'],
  ['2026-09-14T03:12:40.117Z', 'Mars/Base', '2026-09-14T03:12:40.117Z'],
  ['2026-99-99T99:99:99Z', 'UTC', '2026-99-99T99:99:99Z'],
  ['2026-09-14T03:12:40+02:00', 'UTC', '2026-09-14T03:12:40+02:00'],
  ['yesterday', 'UTC', 'yesterday'],
  ['', 'UTC', ''],
] as const) {
  test(`${JSON.stringify(text)} in ${zone} is ${JSON.stringify(expected)}`, () => {
    assert.equal(timeInZone(text, zone), expected)
  })
}

test('knows zones by any name that they have or had, and no others', () => {
  for (const zone of ['Asia/Kolkata', 'Asia/Calcutta', 'Europe/Kyiv', 'US/Eastern', 'UTC'])
    assert.ok(isTimeZone(zone), zone)
  for (const zone of ['Europe/Berlinn', '', 'local', '__proto__']) assert.ok(!isTimeZone(zone), zone)
})

test('keeps few zones, and goes on knowing those it no longer keeps', () => {
  const offsets = Array.from({ length: 12 }, (_, index) => `Etc/GMT+${index + 1}`)
  const invented = Array.from({ length: 200 }, (_, index) => `Invented/Zone${index}`)

  for (const zone of [...offsets, ...invented, ...offsets]) isTimeZone(zone)

  assert.equal(timeInZone('2026-09-14T03:12:40Z', 'Etc/GMT+1'), '2026-09-14 02:12:40 -01:00')
})
