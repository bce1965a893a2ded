import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { readContext, sourceBody } from '../../../test/support/sources/source-reading.ts'
import type { Observation } from '../../domain/alert/alert.ts'
import { GRAFANA } from './grafana.ts'

const group = sourceBody('grafana')
const [alert] = group.alerts

function read(given: object = {}, members: object = {}): Observation {
  const { observations, errors } = GRAFANA.read(
    { ...group, ...members, alerts: [{ ...alert, ...given }] },
    readContext(),
  )
  assert.deepEqual(errors, [])
  const [observation] = observations
  assert.ok(observation)
  return observation
}

describe('Grafana', () => {
  it('reads a firing alert as documented', () => {
    const { observations, errors, note } = GRAFANA.read(group, readContext())

    assert.deepEqual([errors, note], [[], undefined])
    assert.deepEqual(observations, [
      {
        source: 'a-source',
        key: 'a9baf763a916ce22',
        name: 'Autovacuum overdue',
        state: 'medium',
        at: Date.parse('2026-09-14T04:00:10Z'),
        since: Date.parse('2026-09-14T04:00:10Z'),
        countsByArrival: true,
        details: {
          objectType: 'server',
          objectName: 'pg-billing-1.example.com:5432',
          serverName: 'pg-billing-1.example.com',
          serverAddress: 'pg-billing-1.example.com',
          serverPort: '5432',
          database: 'billing',
          databaseObject: 'invoice_line',
          currentValue: '9134220',
          thresholdValue: '5000000',
          info: 'invoice_line has 9.1 M dead tuples',
          sourceLink: alert.generatorURL,
          labels: alert.labels,
          annotations: { silenceURL: alert.silenceURL, ...alert.annotations },
        },
      },
    ])
  })

  it('goes by the status of each alert, and believes no clock that is ahead', () => {
    const { now } = readContext()
    const cleared = read({ status: 'resolved', endsAt: '2026-09-14T04:20:00Z' }, { state: 'alerting' })
    const ahead = read({ startsAt: '2026-09-14T04:31:00Z' })

    assert.deepEqual([cleared.state, cleared.at], ['cleared', Date.parse('2026-09-14T04:20:00Z')])
    assert.equal(cleared.expiresAt, undefined)
    assert.equal(ahead.at, now)
  })

  const values: readonly [string, object, string | undefined][] = [
    ['the first query by its letter', { values: { C: 1, B: 70, A: 0.5 } }, '0.5'],
    ['the reduced value if the query is missing', { values: { C: 1, B: 9134220 } }, '9134220'],
    ['no value that is no number', { values: { A: null, B: 'x', C: 3 } }, '3'],
    ['the annotation of the rule before all', { annotations: { value: '9.1 M' } }, '9.1 M'],
    ['the text of old releases', { values: null }, '9.13422e+06'],
    ['nothing where there is none', { values: {}, valueString: '' }, undefined],
  ]
  for (const [what, given, expected] of values) {
    it(`measures ${what}`, () => assert.equal(read(given).details.currentValue, expected))
  }

  const names: readonly [object, string][] = [
    [{ alertname: 'DatasourceNoData', rulename: 'Lag' }, 'Lag: no data'],
    [{ alertname: 'DatasourceError', rulename: 'Lag' }, 'Lag: query failed'],
    [{ alertname: 'DatasourceError' }, 'DatasourceError'],
    [{ alertname: 'Lag', rulename: 'Other' }, 'Lag'],
  ]
  for (const [labels, name] of names) {
    it(`calls ${JSON.stringify(labels)} ${name}`, () => assert.equal(read({ labels }).name, name))
  }

  it('finds the service that PMM watches, not the id of its exporter', () => {
    const labels = {
      alertname: 'PostgreSQL down',
      instance: '8ad2e5',
      node_name: 'db1',
      service_name: 'orders-pg',
    }
    const { details } = read({ labels, dashboardURL: 'https://pmm/d', panelURL: 'https://pmm/p' })
    const { details: node } = read({ labels: { alertname: 'Node', node_name: 'db1', instance: 'db1:9100' } })

    assert.deepEqual(
      [details.objectName, details.serverName, details.serverAddress, details.sourceLink],
      ['orders-pg', 'orders-pg', undefined, 'https://pmm/p'],
    )
    assert.deepEqual([node.objectName, node.serverAddress, node.serverPort], ['db1', 'db1', '9100'])
    assert.deepEqual(details.labels, labels)
  })

  it('finds the source that pgwatch watches', () => {
    const { details } = read({ labels: { alertname: 'Bloat', dbname: 'orders' } })

    assert.deepEqual([details.objectName, details.database], ['orders', 'orders'])
  })

  it('takes a test notification as an alert that ends by itself', () => {
    const { now } = readContext()
    const labels = { alertname: 'TestAlert', instance: 'Grafana' }
    const { observations, note } = GRAFANA.read({ ...group, alerts: [{ ...alert, labels }] }, readContext())

    assert.match(note ?? '', /test notification/)
    assert.deepEqual([observations[0]?.at, observations[0]?.expiresAt], [now, now + 5 * 60_000])
    assert.match(observations[0]?.warnings?.[0] ?? '', /test notification/)
  })

  it('says on each alert that the group was cut', () => {
    assert.match(read({}, { truncatedAlerts: 3 }).warnings?.[0] ?? '', /Grafana left 3 alerts out/)
  })

  it('refuses the legacy alerting of Grafana with a sentence', () => {
    const legacy = { state: 'alerting', ruleId: 1, ruleName: 'x', evalMatches: [], title: 'x' }

    assert.ok(GRAFANA.recognises(legacy))
    assert.match(GRAFANA.read(legacy, readContext()).errors[0] ?? '', /legacy alerting of Grafana 8/)
  })

  it('recognises its own version only', () => {
    const { version: _version, ...unversioned } = group
    for (const body of [group, unversioned]) assert.ok(GRAFANA.recognises(body))
    for (const body of [{ ...group, version: '4' }, { version: '1' }, { alerts: [] }, [], null, 'text']) {
      assert.ok(!GRAFANA.recognises(body), JSON.stringify(body))
    }
  })

  it('never throws, whatever the body', () => {
    const element = fc.record(
      {
        status: fc.constantFrom('firing', 'resolved', 1),
        labels: fc.oneof(fc.dictionary(fc.string(), fc.string({ unit: 'binary' })), fc.jsonValue()),
        annotations: fc.jsonValue(),
        startsAt: fc.jsonValue(),
        values: fc.jsonValue(),
        valueString: fc.jsonValue(),
        panelURL: fc.jsonValue(),
        fingerprint: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    const alerts = fc.oneof(fc.array(fc.oneof(element, fc.jsonValue())), fc.jsonValue())
    fc.assert(
      fc.property(fc.record({ alerts, orgId: fc.jsonValue(), truncatedAlerts: fc.jsonValue() }), (body) => {
        GRAFANA.recognises(body)
        GRAFANA.read(body, readContext())
      }),
    )
  })
})
