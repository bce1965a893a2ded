import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alert, alertEvent } from '../../../test/support/build.ts'
import { toAlert, toAlertRow } from './alert-row.ts'
import { readEvent, toEventRow } from './event-row.ts'

test('an alert that expired is stored in the word of release 0.3.0, and read in that of today', () => {
  const expired = alert({ state: 'cleared', endedBy: 'expired' })
  const row = toAlertRow(expired)
  assert.deepEqual([row.ended_by, toAlert(row).endedBy], ['silence', 'expired'])
  const nameless = { ...row, ended_by: null, expires_at: 5 }
  assert.equal(toAlert(nameless).endedBy, 'expired')
})

test('an event of an expiry is stored in the word of release 0.3.0, and read in that of today', () => {
  const event = alertEvent({ oldState: 'high', newState: 'cleared', endedBy: 'expired' })
  const { id, ...rest } = event
  const row = { ...toEventRow(rest), id, notified_nobody: 0 as const }
  assert.match(row.body, /"endedBy":"silence"/)
  assert.deepEqual(readEvent(row), event)
})
