import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { formatInstant } from '../../../src/domain/instant.ts'
import { sourceBody } from '../../support/sources/source-reading.ts'
import { SourceApps } from '../../support/sources/start-with-sources.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'

/** The second of both monitors and Tocsin; what is reported of it arrives within it, or later. */
const SECOND = Date.parse('2026-09-14T06:00:00Z')
const SOURCES = `sources:
  words:
    dialect: json
    fields: {key: id, name: id, state: state, at: at}
`

interface Said {
  readonly key: string
  readonly isOver: boolean
  /** The moment of the report, in seconds since 1970. */
  readonly t: number
  /** Its clock is ahead of ours. */
  readonly clock?: 'ahead'
}

interface Monitor {
  readonly name: string
  readonly path: string
  readonly body: (said: Said) => unknown
  /** The order of arrival counts, so a raise that comes after its end raises. */
  readonly byArrival?: true
}

const AHEAD_S = 300
const secondsOf = ({ t, clock }: Said) => (clock === 'ahead' ? t + AHEAD_S : t)
const timeOf = (said: Said) => formatInstant(secondsOf(said) * 1_000).replace('.000Z', 'Z')

const group = (dialect: string) => (said: Said) => {
  const body = sourceBody(dialect)
  const status = said.isOver ? 'resolved' : 'firing'
  const times = { startsAt: timeOf({ ...said, isOver: false }), ...(said.isOver && { endsAt: timeOf(said) }) }
  return { ...body, alerts: [{ ...body.alerts[0], fingerprint: said.key, status, ...times }] }
}

const MONITORS: readonly Monitor[] = [
  {
    name: '/v1/alerts',
    path: '/v1/alerts',
    body: (said) => ({
      key: said.key,
      name: said.key,
      state: said.isOver ? 'cleared' : 'high',
      at: timeOf(said),
    }),
  },
  {
    name: 'nagios',
    path: '/intake/nagios',
    body: (said) => ({
      ...sourceBody('nagios'),
      host: said.key,
      type: said.isOver ? 'RECOVERY' : 'PROBLEM',
      state: said.isOver ? 'OK' : 'CRITICAL',
      t: String(secondsOf(said)),
    }),
  },
  {
    name: 'zabbix',
    path: '/intake/zabbix',
    body: (said) => ({
      ...sourceBody('zabbix'),
      event_id: said.key.replaceAll(/\D/g, ''),
      event_value: said.isOver ? '0' : '1',
      [said.isOver ? 'recovery_timestamp' : 'timestamp']: String(secondsOf(said)),
    }),
  },
  {
    name: 'datadog',
    path: '/intake/datadog',
    body: (said) => ({
      ...sourceBody('datadog'),
      cycle: said.key,
      transition: said.isOver ? 'Recovered' : 'Triggered',
      date: `${secondsOf(said)}000`,
    }),
  },
  {
    name: 'pganalyze',
    path: '/intake/pganalyze',
    body: (said) => {
      const body = sourceBody('pganalyze')
      const issue = { ...body.data.issue, id: said.key }
      const type = said.isOver ? 'issue.resolved' : 'issue.triggered'
      return { ...body, type, timestamp: timeOf(said), data: { ...body.data, issue } }
    },
  },
  {
    name: 'json',
    path: '/intake/words',
    body: (said) => ({ id: said.key, state: said.isOver ? 'resolved' : 'firing', at: timeOf(said) }),
  },
  {
    name: 'cloudevents',
    path: '/intake/cloudevents',
    body: (said) => ({
      specversion: '1.0',
      id: `${said.key} ${said.isOver}`,
      source: '/monitor',
      type: 'alert',
      time: timeOf(said),
      data: { key: said.key, name: said.key, state: said.isOver ? 'cleared' : 'high' },
    }),
  },
  { name: 'alertmanager', path: '/intake/alertmanager', body: group('alertmanager'), byArrival: true },
  { name: 'grafana', path: '/intake/grafana', body: group('grafana'), byArrival: true },
]

interface Step extends Omit<Said, 'key' | 't'> {
  /** The second that the monitor names, after ours. */
  readonly t?: number
  /** When it arrives, in milliseconds after our second. */
  readonly after: number
}

const apps = new SourceApps()
after(() => apps.stop())

describe('a problem and its end within one second', () => {
  const clock = new FakeClock(SECOND)
  const started = apps.start(SOURCES, { clock })
  let count = 0

  /** Reports one after the other of an unknown alert, each story ten minutes after the last one. */
  const report = async ({ path, body }: Monitor, ...steps: readonly Step[]) => {
    const app = await started
    count += 1
    const second = SECOND + count * 600_000
    const results: string[] = []
    for (const { t = 0, after: arrivesAfter, ...said } of steps) {
      clock.advance(second + arrivesAfter - clock.now())
      const response = await app.call(
        'POST',
        path,
        body({ ...said, key: `key ${count}`, t: second / 1_000 + t }),
      )
      results.push(response.json.results?.[0]?.result ?? JSON.stringify(response.json))
    }
    return results
  }

  for (const monitor of MONITORS) {
    const by = `as ${monitor.name} tells them`

    it(`clear in order, ${by}`, async () => {
      const results = await report(monitor, { isOver: false, after: 300 }, { isOver: true, after: 400 })
      assert.deepEqual(results, ['raised', 'cleared'])
    })

    it(`raise again in the next second, ${by}`, async () => {
      const end = { isOver: true, after: 1_050 }
      const next = { isOver: false, t: 1, after: 1_100 }
      const results = await report(monitor, { isOver: false, after: 300 }, end, next)
      assert.deepEqual(results, ['raised', 'cleared', 'raised'])
    })

    if (monitor.byArrival) continue
    it(`clear also if the clock of the monitor was ahead at the raise only, ${by}`, async () => {
      const raise = { isOver: false, clock: 'ahead', after: 300 } as const
      assert.deepEqual(await report(monitor, raise, { isOver: true, after: 700 }), ['raised', 'cleared'])
    })

    it(`leave nothing raised if the end comes first, however late, ${by}`, async () => {
      for (const ms of [300, 90_000]) {
        const results = await report(monitor, { isOver: true, after: ms }, { isOver: false, after: ms + 9 })
        assert.deepEqual(results, ['ignored', 'stale'])
      }
    })

    it(`leave nothing raised if the end comes first and the alert was raised before, ${by}`, async () => {
      const before = [
        { isOver: false, t: -60, after: 100 },
        { isOver: true, t: -30, after: 200 },
      ]
      const results = await report(
        monitor,
        ...before,
        { isOver: true, after: 300 },
        { isOver: false, after: 400 },
      )
      assert.deepEqual(results, ['raised', 'cleared', 'refreshed', 'stale'])
    })

    it(`raise in the next second after an end that found nothing raised, ${by}`, async () => {
      const results = await report(
        monitor,
        { isOver: true, after: 1_200 },
        { isOver: false, t: 1, after: 1_300 },
      )
      assert.deepEqual(results, ['ignored', 'raised'])
    })
  }
})
