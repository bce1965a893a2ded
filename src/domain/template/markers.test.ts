import assert from 'node:assert/strict'
import { test } from 'node:test'

import { alertEvent, jobRunEvent, NOW, SITE } from '../../../test/support/build.ts'
import { labelFingerprint } from '../alert/fingerprint.ts'
import type { AlertDetails, EndedBy } from '../alert/alert.ts'
import type { AlertEvent, Event, EventTrigger } from '../alert/event.ts'
import { MARKERS, markerValues } from './markers.ts'

const DOCUMENTED =
  'AlertID AlertName ObjectName ObjectType ThresholdValue CurrentValue CurrentState OldState AlertRaisedTime AgentID AgentName ' +
  'ServerID ServerName ServerIP ServerPort DatabaseName SchemaName PackageName DatabaseObjectName Parameters AlertInfo'

const FULL_DETAILS: AlertDetails = {
  objectType: 'table',
  objectName: 'order_lines',
  agentId: '3',
  agentName: 'agent-eu-1',
  serverId: '17',
  serverName: 'pg-orders-2',
  serverAddress: '192.0.2.12',
  serverPort: '5432',
  database: 'orders',
  schema: 'sales',
  package: 'billing',
  databaseObject: 'order_lines',
  currentValue: '412',
  thresholdValue: '60',
  parameters: 'slot=a',
  info: 'far behind',
  sourceLink: 'https://monitor.example.com/1',
}

const ALERT_VALUES: Readonly<Record<string, string>> = {
  AlertID: '42',
  AlertName: 'Replication lag',
  ObjectName: 'order_lines',
  ObjectType: 'table',
  ThresholdValue: '60',
  CurrentValue: '412',
  CurrentState: 'High',
  OldState: 'Low',
  AlertRaisedTime: '2026-09-14T03:00:00.000Z',
  AgentID: '3',
  AgentName: 'agent-eu-1',
  ServerID: '17',
  ServerName: 'pg-orders-2',
  ServerIP: '192.0.2.12',
  ServerPort: '5432',
  DatabaseName: 'orders',
  SchemaName: 'sales',
  PackageName: 'billing',
  DatabaseObjectName: 'order_lines',
  Parameters: 'slot=a',
  AlertInfo: 'far behind',
  LastValue: '412',
  'x.Key': 'alert:api:lag/pg-orders-2',
  'x.EventId': '11',
  'x.DeliveryId': '88',
  'x.EventTime': '2026-09-14T03:01:05.000Z',
  'x.Action': 'trigger',
  'x.Status': 'firing',
  'x.PdSeverity': 'critical',
  'x.Priority': 'P1',
  'x.SnSeverity': '1',
  'x.SnUrgency': '1',
  'x.VoType': 'CRITICAL',
  'x.NtfyPriority': '5',
  'x.Color': '#A30200',
  'x.ColorNumber': '10682880',
  'x.CardColor': 'attention',
  'x.Emoji': '🔴',
  'x.RaisedUnix': '1789354800',
  'x.RaisedGmt': '2026-09-14 03:00:00',
  'x.DurationText': '1 min 5 s',
  'x.EndedIso': '',
  'x.EndsIso': '2027-09-14T03:01:05.000Z',
  'x.AmSeverity': 'critical',
  'x.AmOldSeverity': 'info',
  'x.AmOldEndsIso': '2026-09-14T03:01:05.000Z',
  'x.AmLabelsJson':
    '{"alertname":"Replication lag","severity":"critical","instance":"pg-orders-2","object":"order_lines","database":"orders","source":"api"}',
  'x.AmAnnotationsJson':
    '{"summary":"Replication lag on order_lines","description":"far behind","value":"412","threshold":"60","tocsin":"https://tocsin.example.com/alerts?open=42"}',
  'x.Fingerprint': labelFingerprint({ source: 'api', key: 'lag/pg-orders-2' }),
  'x.Expired': 'false',
  'x.Cause': '',
  'x.StateText': 'High',
  'x.Acknowledgement': '',
  'x.LabelsJson': '{}',
  'x.AnnotationsJson': '{}',
  'x.Summary': '',
  'x.Object': 'table order_lines',
  'x.Server': 'pg-orders-2 192.0.2.12:5432',
  'x.Database': 'orders.sales.order_lines',
  'x.Source': 'api',
  'x.SourceLink': 'https://monitor.example.com/1',
  'x.Link': 'https://tocsin.example.com/alerts?open=42',
  'x.ConsoleUrl': 'https://tocsin.example.com',
}

const JOB_VALUES: Readonly<Record<string, string>> = {
  JobID: '12',
  JobName: 'nightly-rollup',
  JobStatus: 'failure',
  JobRunID: '51877',
  JobStartTime: '2026-09-14T02:55:22.750Z',
  JobEndTime: '2026-09-14T03:00:00.000Z',
  JobDuration: '277.25',
  JobExitCode: '1',
  JobOutput: 'ERROR',
  JobCommand: 'CALL rollup()',
  AgentID: '3',
  AgentName: 'agent-eu-1',
  ServerID: '17',
  ServerName: 'pg-billing-1',
  ServerIP: '192.0.2.13',
  ServerPort: '5433',
  DatabaseName: 'billing',
  'x.Key': 'job:api:12',
  'x.EventId': '12',
  'x.DeliveryId': '88',
  'x.EventTime': '2026-09-14T03:00:00.000Z',
  'x.Action': 'trigger',
  'x.Status': 'firing',
  'x.PdSeverity': 'error',
  'x.Priority': 'P2',
  'x.SnSeverity': '2',
  'x.SnUrgency': '2',
  'x.VoType': 'CRITICAL',
  'x.NtfyPriority': '5',
  'x.Color': '#A30200',
  'x.ColorNumber': '10682880',
  'x.CardColor': 'attention',
  'x.Emoji': '🔴',
  'x.RaisedUnix': '1789354522',
  'x.RaisedGmt': '2026-09-14 02:55:22',
  'x.DurationText': '4 min 37 s',
  'x.EndedIso': '',
  'x.EndsIso': '2027-09-14T03:00:00.000Z',
  'x.Expired': 'false',
  'x.LabelsJson': '{}',
  'x.Server': 'pg-billing-1 192.0.2.13:5433',
  'x.Database': 'billing',
  'x.Source': 'api',
  'x.SourceLink': '',
  'x.Link': 'https://tocsin.example.com/job-runs?open=5',
  'x.ConsoleUrl': 'https://tocsin.example.com',
}

function valuesOf(event: Event): (name: string) => string {
  return markerValues({ event, deliveryId: '88', ...SITE })
}

test('has each of the 21 documented alert markers, and each name once', () => {
  const names = MARKERS.map(({ name }) => name)

  assert.deepEqual(names.slice(0, 21), DOCUMENTED.split(' '))
  assert.equal(new Set(names).size, names.length)
  for (const { name, description, example, payloadTypes } of MARKERS) {
    assert.match(name, /^(?:x\.)?[A-Za-z]+$/)
    assert.ok(description.endsWith('.') && example !== '' && payloadTypes.length > 0, name)
  }
})

test('an alert has exactly these values', () => {
  const value = valuesOf(
    alertEvent({
      alertKey: 'lag/pg-orders-2',
      oldState: 'low',
      newState: 'high',
      at: NOW + 65_000,
      details: FULL_DETAILS,
    }),
  )

  for (const { name } of MARKERS) assert.equal(value(name), ALERT_VALUES[name] ?? '', name)
})

test('a job run has exactly these values', () => {
  const value = valuesOf(
    jobRunEvent({
      startedAt: NOW - 277_250,
      details: {
        agentId: '3',
        agentName: 'agent-eu-1',
        serverId: '17',
        serverName: 'pg-billing-1',
        serverAddress: '192.0.2.13',
        serverPort: '5433',
        database: 'billing',
        exitCode: '1',
        output: 'ERROR',
        command: 'CALL rollup()',
      },
    }),
  )

  for (const { name } of MARKERS) assert.equal(value(name), JOB_VALUES[name] ?? '', name)
})

test('the table says truly for which payload types a marker has a value', () => {
  for (const { name, payloadTypes } of MARKERS) {
    assert.equal(name in ALERT_VALUES, payloadTypes.includes('ALERT'), name)
    assert.equal(name in JOB_VALUES, payloadTypes.includes('JOB'), name)
  }
})

test('labels and annotations are markers by their names, whatever the monitor calls them', () => {
  const value = valuesOf(
    alertEvent({
      details: {
        labels: { team: 'dba', 'k8s.io/name': 'pg', 'größe 1': 'XL', team_2: '' },
        annotations: {
          runbook_url: 'https://runbooks.example.com/lag',
          ['__proto__']: 'x',
          constructor: 'y',
        },
      },
    }),
  )

  for (const [name, expected] of [
    ['label.team', 'dba'],
    ['label.k8s.io/name', 'pg'],
    ['label.größe 1', 'XL'],
    ['label.team_2', ''],
    ['label.runbook_url', ''],
    ['label.Team', ''],
    ['label.toString', ''],
    ['label.', ''],
    ['annotation.runbook_url', 'https://runbooks.example.com/lag'],
    ['annotation.__proto__', 'x'],
    ['annotation.constructor', 'y'],
    ['annotation.valueOf', ''],
  ] as const)
    assert.equal(value(name), expected, name)
  const job = valuesOf(jobRunEvent({ details: { labels: { team: 'dba' } } }))
  assert.deepEqual([job('label.team'), job('annotation.team')], ['dba', ''])
})

test('the link needs the address under which people reach the console', () => {
  const event = alertEvent()

  assert.equal(markerValues({ event, deliveryId: '88', publicUrl: '' })('x.Link'), '')
  assert.equal(
    markerValues({ event, deliveryId: '88', publicUrl: 'https://x.example/tocsin' })('x.Link'),
    'https://x.example/tocsin/alerts?open=42',
  )
})

test('what the monitor did not say is the empty string', () => {
  const value = valuesOf(alertEvent({ details: {} }))

  for (const name of [
    'ObjectName',
    'ServerIP',
    'Parameters',
    'AlertInfo',
    'x.SourceLink',
    'JobID',
    'NoSuchMarker',
    'toString',
  ])
    assert.equal(value(name), '', name)
})

test('without parameters the labels stand in, without info the annotations', () => {
  const labels = { datname: 'orders', severity: 'page' }
  const value = (details: AlertDetails) => valuesOf(alertEvent({ details }))

  assert.equal(value({ labels })('Parameters'), 'datname=orders, severity=page')
  assert.equal(value({ labels, parameters: 'p' })('Parameters'), 'p')
  assert.equal(value({ annotations: { summary: 's', description: 'd' } })('AlertInfo'), 'd')
  assert.equal(value({ annotations: { summary: 's', description: '' } })('AlertInfo'), 's')
  assert.equal(value({ annotations: { summary: 's' }, info: 'i' })('AlertInfo'), 'i')
})

test('a clear tells how long it lasted and when it ended; a raise has lasted no time', () => {
  const cleared = valuesOf(
    alertEvent({ oldState: 'high', newState: 'cleared', at: NOW + 187_384_000, endedBy: 'expired' }),
  )

  assert.equal(cleared('x.DurationText'), '2 d 4 h')
  assert.equal(cleared('x.EndsIso'), '2026-09-16T07:03:04.000Z')
  assert.equal(cleared('x.EndedIso'), '2026-09-16T07:03:04.000Z')
  assert.equal(cleared('x.Expired'), 'true')
  assert.equal(cleared('x.Cause'), 'no longer reported')
  assert.equal(valuesOf(alertEvent())('x.DurationText'), '')
})

test('an end that no monitor spoke of says so, and the documented markers stay as they are', () => {
  const said = (endedBy: EndedBy | null) => {
    const event =
      endedBy === null ? alertEvent() : alertEvent({ oldState: 'high', newState: 'cleared', endedBy })
    return ['CurrentState', 'x.StateText', 'x.Cause'].map(valuesOf(event))
  }

  assert.deepEqual(said(null), ['High', 'High', ''])
  assert.deepEqual(said('monitor'), ['Cleared', 'Cleared', ''])
  assert.deepEqual(said('expired'), ['Cleared', 'No longer reported', 'no longer reported'])
  assert.deepEqual(said('person'), ['Cleared', 'Cleared by hand', 'cleared by hand'])
})

test('an alert that is no longer for a receiver is closed there, and never called cleared', () => {
  const value = valuesOf(alertEvent({ oldState: 'high', newState: 'cleared', continuesAs: 'low' }))
  const words = 'ontinues as low, no longer for this receiver'

  assert.deepEqual(['CurrentState', 'x.StateText', 'x.Cause'].map(value), [
    `C${words}`,
    `C${words}`,
    `c${words}`,
  ])
  assert.deepEqual(
    ['x.Status', 'x.Action', 'x.VoType', 'x.SnSeverity', 'x.Emoji', 'x.CardColor'].map(value),
    ['resolved', 'resolve', 'RECOVERY', '0', '⚪', 'accent'],
  )
})

test('an acknowledgement says who, until when and what, in words that no chat reads as markup', () => {
  const acknowledgement = {
    by: '<!channel> Ada_*B* (token bot)',
    state: 'high',
    note: 'new disk',
    at: NOW,
    until: NOW + 60_000,
  } as const
  const said = (trigger: EventTrigger) =>
    ['CurrentState', 'x.StateText', 'x.Acknowledgement', 'x.Cause'].map(
      valuesOf(alertEvent({ oldState: 'high', trigger, acknowledgement })),
    )
  const text = 'acknowledged by <!channel> Ada_*B* (token bot) until 2026-09-14 03:01:00 UTC: new disk'

  assert.deepEqual(said('acknowledgement'), ['High', 'Acknowledged by channel Ada B (token bot)', text, text])
  assert.deepEqual(said('change'), ['High', 'High', text, ''])
})

test('a reminder says how long the alert lasts, and since when nobody has confirmed it', () => {
  const lasting = {
    oldState: 'high',
    trigger: 'reminder',
    raisedAt: NOW - 4 * 3_600_000,
    acceptedAt: NOW,
  } as const
  const said = (given: Partial<AlertEvent>) =>
    ['CurrentState', 'x.StateText', 'x.Cause'].map(valuesOf(alertEvent({ ...lasting, ...given })))

  assert.deepEqual(said({}), ['High', 'Still high after 4 h', 'still high after 4 h'])
  assert.equal(
    said({ unconfirmedSince: NOW })[2],
    'still high after 4 h, not confirmed since 2026-09-14 03:00:00 UTC',
  )
})

test('durations never turn negative, and an unknown beginning has none', () => {
  const skewed = valuesOf(jobRunEvent({ startedAt: NOW + 5000, finishedAt: NOW }))
  const unknown = valuesOf(jobRunEvent({ startedAt: null }))

  assert.deepEqual([skewed('JobDuration'), skewed('x.DurationText')], ['0', '0 s'])
  assert.deepEqual(['JobStartTime', 'JobDuration', 'x.DurationText'].map(unknown), ['', '', ''])
  assert.equal(unknown('x.RaisedUnix'), '1789354800')
})

test('no event makes a value throw, not even with moments that no calendar has', () => {
  for (const at of [Number.NaN, Infinity, -Infinity, 9e15, -9e15]) {
    const alert = valuesOf(alertEvent({ at, raisedAt: at, oldState: 'low' }))
    const job = valuesOf(jobRunEvent({ at, startedAt: at, finishedAt: at }))
    for (const { name } of MARKERS) {
      assert.equal(typeof alert(name), 'string', name)
      assert.equal(typeof job(name), 'string', name)
    }
    assert.equal(alert('AlertRaisedTime'), '')
  }
})
