import assert from 'node:assert/strict'
import { test, describe, it } from 'node:test'
import { alert, alertEvent, NOW } from '../../../test/support/build.ts'
import { toAlert, toAlertRow } from './alert-row.ts'
import { readEvent, toEventRow } from './event-row.ts'
import { Service } from '../../../test/senders/service.ts'
import type { Reporter } from '../../domain/reporter/reporter.ts'

const MINUTE = 60_000
const server = { token: 't', url: 'http://prom-1:9090', address: '10.0.0.1' }

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

function raised(): Service {
  const service = new Service()
  service.take({ ...server, at: NOW, startsAt: NOW, endsAt: NOW + 4 * MINUTE })
  service.take({ ...server, at: NOW + 75_000, startsAt: NOW, endsAt: NOW + 5 * MINUTE })
  return service
}

describe('stored reporters', () => {
  it('are read as they were written, in about 150 bytes each', () => {
    const { alert } = raised()
    assert.ok(alert?.reporters)
    const row = toAlertRow(alert)

    assert.deepEqual(toAlert(row), alert)
    const { reporters } = JSON.parse(row.details) as { readonly reporters: readonly Reporter[] }
    assert.ok(JSON.stringify(reporters).length < 200, JSON.stringify(reporters))
  })

  it('of release 0.3 are its episodes, without a sender: the next end of the same start clears', () => {
    const { alert } = raised()
    assert.ok(alert)
    const { reporters: _, ...old } = alert
    const row = toAlertRow(old)
    const episodes = [{ startsAt: NOW, expiresAt: NOW + 64 * MINUTE }]
    const stored = { ...row, details: JSON.stringify({ ...JSON.parse(row.details), episodes }) }
    const before = toAlert(stored)
    assert.deepEqual(
      before.reporters?.map(({ digest, firings }) => [digest, firings.length]),
      [['', 1]],
    )

    const service = new Service()
    service.restore(before)
    const ended = NOW + 2 * MINUTE
    assert.equal(service.take({ ...server, at: ended, startsAt: NOW, endsAt: ended }), 'cleared')
  })

  it('of release 0.3 with another start are cut by the next end', () => {
    const { alert } = raised()
    assert.ok(alert)
    const { reporters: _, ...old } = alert
    const row = toAlertRow(old)
    const episodes = [{ startsAt: NOW - MINUTE, expiresAt: NOW + 64 * MINUTE }]
    const stored = { ...row, details: JSON.stringify({ ...JSON.parse(row.details), episodes }) }
    const service = new Service()
    service.restore(toAlert(stored))
    const ended = NOW + 2 * MINUTE
    service.take({ ...server, at: ended, startsAt: NOW, endsAt: ended })

    service.passUntil(NOW + 10 * MINUTE)
    assert.equal(service.alert?.endedBy, 'monitor')
  })
})
