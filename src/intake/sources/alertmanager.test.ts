import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readContext, sourceBody } from '../../../test/support/sources/source-reading.ts'
import { ALERTMANAGER } from './alertmanager.ts'

const group = sourceBody('alertmanager')
const [alert] = group.alerts

function read(alerts: unknown, members: object = {}, context = readContext()) {
  return ALERTMANAGER.read({ ...group, ...members, alerts }, context)
}

describe('Alertmanager', () => {
  it('reads a firing alert of a group as documented', () => {
    const { observations, errors } = ALERTMANAGER.read(group, readContext())

    assert.deepEqual(errors, [])
    assert.deepEqual(observations, [
      {
        source: 'a-source',
        key: 'a6c32c8f29241dbb',
        name: 'PostgresReplicationLagHigh',
        state: 'high',
        at: Date.parse('2026-09-14T03:12:40.117Z'),
        since: Date.parse('2026-09-14T03:12:40.117Z'),
        countsByArrival: true,
        details: {
          objectType: 'server',
          objectName: 'pg-orders-2.example.com:9187',
          serverName: 'pg-orders-2.example.com',
          serverAddress: 'pg-orders-2.example.com',
          serverPort: '9187',
          agentName: 'postgres',
          currentValue: '412',
          thresholdValue: '60',
          info: 'Replica pg-orders-2 is 412 s behind',
          labels: alert.labels,
          annotations: alert.annotations,
          sourceLink: alert.generatorURL,
        },
      },
    ])
  })

  it('goes by the state of each alert, not by that of the group', () => {
    const resolved = { ...alert, status: 'resolved', endsAt: '2026-09-14T04:00:00.000Z', fingerprint: 'b' }
    const { observations } = read([alert, resolved], { status: 'resolved' })

    assert.deepEqual(
      observations.map(({ key, state, at }) => [key, state, at]),
      [
        ['a6c32c8f29241dbb', 'high', Date.parse('2026-09-14T03:12:40.117Z')],
        ['b', 'cleared', Date.parse('2026-09-14T04:00:00Z')],
      ],
    )
  })

  it('says on each alert that the group was cut', () => {
    const { observations } = read([alert], { truncatedAlerts: 7 })

    assert.match(observations[0]?.warnings?.[0] ?? '', /left 7 alerts out of this group/)
  })

  it('makes the key of the labels where the fingerprint is missing or labels do not count', () => {
    const { fingerprint, ...bare } = alert
    const severe = { ...alert, labels: { ...alert.labels, severity: 'warning' }, fingerprint: 'other' }
    const context = readContext({ ignoreLabels: ['severity'] })

    assert.equal(read([bare]).observations[0]?.key, fingerprint)
    assert.equal(
      read([alert], {}, context).observations[0]?.key,
      read([severe], {}, context).observations[0]?.key,
    )
  })

  it('takes no fingerprint that is longer than a key can be', () => {
    const { observations } = read([{ ...alert, fingerprint: 'f'.repeat(501) }])

    assert.equal(observations[0]?.key, alert.fingerprint)
  })

  it('believes no clock that is ahead of ours', () => {
    const { now } = readContext()
    const ahead = { startsAt: '2026-09-14T04:35:00Z', endsAt: '2026-09-14T04:36:00Z' }
    const { observations } = read([
      { ...alert, ...ahead },
      { ...alert, ...ahead, status: 'resolved' },
    ])

    assert.deepEqual(
      observations.map(({ at }) => at),
      [now, now],
    )
  })

  it('takes an empty group', () => {
    assert.deepEqual(read([]), { observations: [], errors: [] })
  })

  it('names what is wrong with one alert and takes the others', () => {
    const { observations, errors } = read([{ ...alert, status: 'ok' }, null, { status: 'firing' }, alert])

    assert.deepEqual(errors, [
      'alert 0: status must be "firing" or "resolved"',
      'alert 1: must be an object',
      'alert 2: labels must be an object of strings',
    ])
    assert.equal(observations.length, 1)
  })

  it('recognises its own version only', () => {
    assert.ok(ALERTMANAGER.recognises(group))
    for (const body of [{ ...group, version: '1' }, { version: '4' }, [], null, 'text']) {
      assert.ok(!ALERTMANAGER.recognises(body), JSON.stringify(body))
    }
  })
})
