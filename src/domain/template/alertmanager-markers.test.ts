import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alertEvent, SITE } from '../../../test/support/build.ts'
import { labelFingerprint } from '../alert/fingerprint.ts'
import type { AlertEvent } from '../alert/event.ts'
import { markerValues } from './markers.ts'

const RULE = { alertname: 'PgLag', instance: 'db1:9187', job: 'pg', severity: 'page' }

function valueOf(name: string, given: Partial<AlertEvent>): string {
  return markerValues({ event: alertEvent(given), deliveryId: '88', ...SITE })(name)
}

const labelsOf = (given: Partial<AlertEvent>) => JSON.parse(valueOf('x.AmLabelsJson', given))
const annotationsOf = (given: Partial<AlertEvent>) => JSON.parse(valueOf('x.AmAnnotationsJson', given))
const fingerprintOf = (given: Partial<AlertEvent>) => valueOf('x.Fingerprint', given)

describe('what receivers of Alertmanager are told', () => {
  it('are the labels of Prometheus as they are', () => {
    assert.deepEqual(labelsOf({ details: { labels: RULE, serverName: 'db1', database: 'd' } }), RULE)
  })

  it('are labels of our own where the monitor has none of these names', () => {
    const details = { serverName: 'db1', objectName: 'orders', database: 'shop', labels: { team: 'dba' } }

    assert.deepEqual(labelsOf({ details }), {
      alertname: 'Replication lag',
      severity: 'critical',
      instance: 'db1',
      object: 'orders',
      database: 'shop',
      source: 'api',
      team: 'dba',
    })
    assert.equal(labelsOf({ details: { labels: { severity: 'page' } } }).severity, 'page')
    assert.deepEqual(labelsOf({ details: { objectName: 'orders' } }), {
      alertname: 'Replication lag',
      severity: 'critical',
      instance: 'orders',
      source: 'api',
    })
  })

  it('is the severity that the alert had, when it clears', () => {
    assert.equal(labelsOf({ oldState: 'medium', newState: 'cleared' }).severity, 'warning')
  })

  it('are the annotations of Prometheus with the page of the console, and why an alert is over', () => {
    const details = { labels: RULE, annotations: { summary: 'slow' }, currentValue: '412' }
    const tocsin = `${SITE.publicUrl}/alerts?open=42`
    const over = { oldState: 'high', newState: 'cleared', endedBy: 'expired' } as const

    assert.deepEqual(annotationsOf({ details }), { summary: 'slow', tocsin })
    assert.deepEqual(annotationsOf({ details, ...over }), {
      summary: 'slow',
      tocsin,
      tocsin_cause: 'no longer reported',
    })
  })

  it('are annotations of our own where the monitor has none of these names', () => {
    const details = {
      objectName: 'db1',
      info: 'far behind',
      currentValue: '412',
      annotations: { value: '7' },
    }

    assert.deepEqual(annotationsOf({ details }), {
      summary: 'Replication lag on db1',
      description: 'far behind',
      value: '7',
      tocsin: `${SITE.publicUrl}/alerts?open=42`,
    })
    assert.equal(annotationsOf({ details: {} }).summary, 'Replication lag')
  })

  it('is the fingerprint of Prometheus, or one that the alert keeps', () => {
    const own = fingerprintOf({ alertKey: 'lag/pg-1' })

    assert.equal(fingerprintOf({ alertKey: '8a07086b74f3ba78' }), '8a07086b74f3ba78')
    assert.equal(own, labelFingerprint({ source: 'api', key: 'lag/pg-1' }))
    assert.equal(fingerprintOf({ alertKey: 'lag/pg-1', newState: 'cleared', name: 'Lag 3 s' }), own)
    assert.notEqual(fingerprintOf({ alertKey: 'lag/pg-1', source: 'zabbix' }), own)
    assert.match(fingerprintOf({ alertKey: '8A07086B74F3BA78' }), /^[0-9a-f]{16}$/)
  })
})
