import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AlertState } from '../../src/domain/alert/alert.ts'
import type { Event } from '../../src/domain/alert/event.ts'
import { labelFingerprint } from '../../src/domain/alert/fingerprint.ts'
import { sampleEvent } from '../../src/domain/template/sample-event.ts'
import { ALERTMANAGER } from '../../src/intake/sources/alertmanager.ts'
import type { PayloadType } from '../../src/domain/webhook/webhook.ts'
import { ALERTMANAGER_V2 } from '../../src/presets/alertmanager.ts'
import { ALERTMANAGER_WEBHOOK } from '../../src/presets/alertmanager-webhook.ts'
import { OPSGENIE } from '../../src/presets/opsgenie.ts'
import { PAGERDUTY } from '../../src/presets/pagerduty.ts'
import type { Preset } from '../../src/presets/preset.ts'
import { SERVICENOW_EVENT } from '../../src/presets/servicenow.ts'
import { SPLUNK_ONCALL } from '../../src/presets/splunk-oncall.ts'
import { alertEvent, jobRunEvent, NOW } from '../support/build.ts'
import { eventsOf, HOSTILE, render } from './hostile-events.ts'

describe('receivers that keep track of problems', () => {
  it('opens and closes the same thing', () => {
    const [raised, cleared] = (['raised', 'cleared'] as const).map((kind) =>
      JSON.parse(render(PAGERDUTY, 'ALERT', sampleEvent(kind, NOW)).body),
    )
    const { alias } = JSON.parse(render(OPSGENIE, 'ALERT', sampleEvent('raised', NOW)).body)
    const { url } = render(OPSGENIE, 'ALERT', sampleEvent('cleared', NOW))

    assert.deepEqual([raised.event_action, cleared.event_action], ['trigger', 'resolve'])
    assert.equal(raised.dedup_key, cleared.dedup_key)

    assert.equal(new URL(url).pathname.split('/').at(-2), encodeURIComponent(alias))
  })

  it('opens and closes the same alert at Splunk On-Call and ServiceNow, by one webhook', () => {
    const bodyOf = (receiver: Preset, kind: 'raised' | 'cleared') =>
      JSON.parse(render(receiver, 'ALERT', sampleEvent(kind, NOW)).body)
    const [opened, ended] = [bodyOf(SPLUNK_ONCALL, 'raised'), bodyOf(SPLUNK_ONCALL, 'cleared')]
    const [raised, cleared] = [bodyOf(SERVICENOW_EVENT, 'raised'), bodyOf(SERVICENOW_EVENT, 'cleared')]

    assert.deepEqual([opened.message_type, ended.message_type], ['CRITICAL', 'RECOVERY'])
    assert.equal(opened.entity_id, ended.entity_id)
    assert.deepEqual([raised.records[0].severity, cleared.records[0].severity], ['1', '0'])
    assert.equal(raised.records[0].message_key, cleared.records[0].message_key)
  })

  it('opens with a job that failed, and ends with the next run of it that succeeds', () => {
    const failure = jobRunEvent({ jobId: 'nightly', runId: '1' })
    const success = jobRunEvent({ jobId: 'nightly', runId: '2', status: 'success' })
    const [opened, ended] = [failure, success].map((run) => JSON.parse(render(PAGERDUTY, 'JOB', run).body))

    assert.deepEqual([opened.event_action, ended.event_action], ['trigger', 'resolve'])
    assert.equal(opened.dedup_key, ended.dedup_key)
  })

  for (const [what, value] of Object.entries(HOSTILE)) {
    it(`gives ServiceNow JSON inside of a text, with ${what} for every value`, () => {
      for (const [payloadType, events] of Object.entries(eventsOf(value))) {
        for (const event of Object.values(events)) {
          const { body } = render(SERVICENOW_EVENT, payloadType as PayloadType, event)
          const inner: unknown = JSON.parse(JSON.parse(body).records[0].additional_info)

          assert.ok(typeof inner === 'object' && inner !== null)
          for (const member of Object.values(inner)) assert.equal(typeof member, 'string')
        }
      }
    })
  }

  it('leaves nothing open at Alertmanager, however the state went, and even if the details did not stay the same', () => {
    const open = new Map<string, string>()
    const post = (event: Event) => {
      for (const { labels, endsAt } of JSON.parse(render(ALERTMANAGER_V2, 'ALERT', event).body)) {
        const identity = JSON.stringify(labels)
        if (Date.parse(endsAt) > event.at) open.set(identity, labels.severity)
        else open.delete(identity)
      }
      return [...open.values()]
    }
    const alert = { alertKey: 'lag', name: 'Replication lag' }
    const from = (oldState: AlertState, newState: AlertState, minutes: number) =>
      alertEvent({ ...alert, oldState, newState, at: NOW + minutes * 60_000 })

    assert.deepEqual(post(from('cleared', 'low', 0)), ['info'])
    assert.deepEqual(post(from('low', 'high', 1)), ['critical'])
    assert.deepEqual(post(from('high', 'medium', 2)), ['warning'])
    assert.deepEqual(post({ ...from('medium', 'cleared', 3), details: {} }), [])
    assert.deepEqual(post(from('cleared', 'high', 4)), ['critical'])
    assert.deepEqual(post({ ...from('high', 'cleared', 5), endedBy: 'expired', details: {} }), [])
  })

  it('is one group and one fingerprint in the body of Alertmanager, whatever changes from raise to clear', () => {
    const bodyOf = (event: Event) => JSON.parse(render(ALERTMANAGER_WEBHOOK, 'ALERT', event).body)
    const details = { labels: { alertname: 'Lag', team: 'dba' } }
    const words = { alertKey: 'lag', name: 'Lag 7 s', details }
    const raised = alertEvent({ ...words, oldState: 'cleared', newState: 'low' })
    const over = { oldState: 'high', newState: 'cleared', at: NOW + 60_000 } as const
    const events = [
      raised,
      alertEvent({ ...raised, name: 'Lag 9 s', oldState: 'low', newState: 'high', details: {} }),
      alertEvent({ ...raised, ...over, name: 'Lag', details: {} }),
      alertEvent({ ...raised, ...over, endedBy: 'expired' }),
    ]
    const bodies = events.map(bodyOf)

    const [first] = bodies
    for (const { groupKey, groupLabels, alerts } of bodies) {
      assert.deepEqual([groupKey, groupLabels], [first.groupKey, first.groupLabels])
      assert.equal(alerts[0].fingerprint, first.alerts[0].fingerprint)
      assert.equal(alerts[0].startsAt, '2026-09-14T03:00:00.000Z')
    }
    assert.deepEqual(first.groupLabels, { alert_key: 'alert:api:lag' })
    assert.deepEqual(
      bodies.map(({ status, alerts }) => [status, alerts[0].status, alerts[0].endsAt]),
      [
        ['firing', 'firing', '0001-01-01T00:00:00Z'],
        ['firing', 'firing', '0001-01-01T00:00:00Z'],
        ['resolved', 'resolved', '2026-09-14T03:01:00.000Z'],
        ['resolved', 'resolved', '2026-09-14T03:01:00.000Z'],
      ],
    )
  })

  it('has the labels of Prometheus in the body of Alertmanager, and is read back as the same alert', () => {
    const labels = { alertname: 'PgLag', instance: 'db1:9187', severity: 'page' }
    const details = { labels, annotations: { summary: 's' }, sourceLink: 'http://prom/graph?a=1&b' }
    const alertKey = labelFingerprint(labels)
    const body = JSON.parse(
      render(ALERTMANAGER_WEBHOOK, 'ALERT', alertEvent({ source: 'prometheus', alertKey, details })).body,
    )
    const [alert] = body.alerts

    assert.deepEqual([body.commonLabels, alert.labels], [labels, labels])
    assert.deepEqual(body.groupLabels, { alert_key: `alert:prometheus:${alertKey}` })
    assert.deepEqual([alert.fingerprint, alert.generatorURL], [alertKey, details.sourceLink])
    assert.deepEqual(body.commonAnnotations, alert.annotations)
    assert.ok(ALERTMANAGER.recognises(body))
  })
})
