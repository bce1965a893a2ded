import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alert, alertEvent, NOW } from '../../../test/support/build.ts'
import { toAlert, toAlertRow } from './alert-row.ts'
import { readEvent, toEventRow } from './event-row.ts'

const ADA = { by: 'Ada', note: null, at: NOW, until: NOW + 60_000 }

test('a stored acknowledgement that names no state counts as of the state that the alert has', () => {
  const row = toAlertRow(alert({ state: 'medium' }))
  const details = JSON.stringify({ ...JSON.parse(row.details), acknowledgement: ADA })
  assert.deepEqual(toAlert({ ...row, details }).acknowledgement, { ...ADA, state: 'medium' })

  const { id, ...event } = alertEvent({ newState: 'low' })
  const stored = toEventRow(event)
  const body = JSON.stringify({ ...JSON.parse(stored.body), acknowledgement: ADA })
  const read = readEvent({ ...stored, id, body, digest: null, notified_nobody: 0 })
  assert.deepEqual(read?.kind === 'alert' && read.acknowledgement, { ...ADA, state: 'low' })
})

test('an acknowledgement keeps the state that it was given in, whatever the alert is in', () => {
  const acknowledgement = { ...ADA, state: 'high' } as const
  const row = toAlertRow(alert({ state: 'low', acknowledgement }))
  assert.deepEqual(toAlert(row).acknowledgement, acknowledgement)
})
