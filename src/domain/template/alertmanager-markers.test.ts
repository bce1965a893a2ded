import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alertEvent, SITE } from '../../../test/support/build.ts'
import type { AlertState } from '../alert/alert.ts'
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
    const details = { labels: RULE, serverName: 'db1', database: 'd' }
    const low = { labels: { alertname: 'Up' }, objectName: 'db1' }

    assert.deepEqual(labelsOf({ alertKey: labelFingerprint(RULE), details, newState: 'low' }), RULE)
    assert.deepEqual(labelsOf({ alertKey: labelFingerprint(low.labels), details: low }), low.labels)
  })

  it('are labels of our own beside a label alertname that another monitor gave', () => {
    const details = {
      labels: { alertname: 'Lag' },
      objectName: 'db1',
      info: 'far behind',
      currentValue: '412',
    }

    assert.deepEqual(labelsOf({ details, newState: 'low' }), {
      alertname: 'Lag',
      severity: 'info',
      instance: 'db1',
      source: 'api',
    })
    const { summary, description, value } = annotationsOf({ details })
    assert.deepEqual([summary, description, value], ['Replication lag on db1', 'far behind', '412'])
  })

  it('is the severity of the whole, where alerts were merged that have several', () => {
    const { severity: _, ...key } = RULE
    const severityOf = (severity: string, oldState: AlertState, newState: AlertState) => {
      const details = { labels: { ...RULE, severity } }
      return labelsOf({ alertKey: labelFingerprint(key), details, oldState, newState }).severity
    }

    assert.equal(severityOf('page', 'cleared', 'high'), 'page')
    assert.equal(severityOf('page', 'high', 'medium'), 'warning')
    assert.equal(severityOf('page', 'medium', 'cleared'), 'warning')
    assert.equal(severityOf('gold', 'cleared', 'high'), 'critical')
  })

  it('are no empty names and values, and no halves of characters', () => {
    const labels = { alertname: '', severity: '', '': 'x', team: 'd\ud83d' }
    const annotations = { summary: '', value: '', '': 'x', 'a\udd25': 'b' }
    const details = { labels, annotations, currentValue: '412' }

    assert.deepEqual(labelsOf({ details }), {
      alertname: 'Replication lag',
      severity: 'critical',
      source: 'api',
      team: 'd\ufffd',
    })
    assert.deepEqual(annotationsOf({ details }), {
      summary: 'Replication lag',
      value: '412',
      'a\ufffd': 'b',
      tocsin: `${SITE.publicUrl}/alerts?open=42`,
    })
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
    const alertKey = labelFingerprint(RULE)
    const tocsin = `${SITE.publicUrl}/alerts?open=42`
    const over = { oldState: 'high', newState: 'cleared', endedBy: 'expired' } as const

    assert.deepEqual(annotationsOf({ alertKey, details }), { summary: 'slow', tocsin })
    assert.deepEqual(annotationsOf({ alertKey, details, ...over }), {
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
