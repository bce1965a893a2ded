import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { makeToken } from '../../support/app/make-token.ts'
import { sourceBody } from '../../support/sources/source-reading.ts'
import type { CallResponse, TestApp } from '../../support/app/start-app.ts'
import { SourceApps } from '../../support/sources/start-with-sources.ts'

const NOW = Date.parse('2026-09-14T04:30:00Z')
const MINUTE = 60_000
const SOURCES = `
sources:
  monpg:
    dialect: json
    fields: { key: alert_id, name: rule_name, state: status, severity: severity, at: triggered_at, info: details }
  pgdash-2: { dialect: pgdash, severity: { high: [warn] } }
`

const pgdash = sourceBody('pgdash')
const pganalyze = sourceBody('pganalyze')
const datadog = sourceBody('datadog')
const cloudEvent = sourceBody('cloudevents')
const monpg = sourceBody('json-monpg')
const BODIES = { pgdash, pganalyze, datadog, cloudevents: cloudEvent, monpg } as const

const apps = new SourceApps()
after(() => apps.stop())

const start = () => apps.start(SOURCES, { clock: new FakeClock(NOW) })

const resultsOf = ({ status, json, text }: CallResponse): readonly string[] => {
  assert.equal(status, 200, text)
  return json.results.map(({ result }: { result: string }) => result)
}

async function statesOf(app: TestApp, source: string): Promise<readonly string[]> {
  const alerts = await app.store.listAlerts({ source }, { limit: 1_000 })
  return alerts.map(({ name, state }) => `${name}: ${state}`).toSorted()
}

const eventCount = async (app: TestApp) => (await app.store.listEvents({}, { limit: 1_000 })).length

/** `reported` in minutes after now. */
const listAt = (minutes: number, members: object = {}) => ({
  ...pgdash,
  reported: (NOW + minutes * MINUTE) / 1000,
  ...members,
})
const [backends] = pgdash.alerts
const BACKENDS = 'Number of backends is greater than 180'
const SIZE = 'Table size is greater than 100 GiB'

describe('any of these sources', () => {
  for (const [source, body] of Object.entries(BODIES)) {
    it(`${source}: gzip body`, async () => {
      const app = await start()
      const packed = gzipSync(JSON.stringify(body))
      const response = await app.call('POST', `/intake/${source}`, packed, { 'content-encoding': 'gzip' })

      assert.ok(resultsOf(response).every((result) => result === 'raised'))
    })

    it(`${source}: wrong content type (text/plain, and the form of curl)`, async () => {
      const app = await start()
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/cloudevents+json',
      ]) {
        const response = await app.call('POST', `/intake/${source}`, JSON.stringify(body), {
          'content-type': type,
        })
        assert.equal(response.status, 200, `${type}: ${response.text}`)
      }
    })

    it(`${source}: replays of the identical body (idempotent)`, async () => {
      const app = await start()
      await app.call('POST', `/intake/${source}`, body)
      const events = await eventCount(app)
      const again = await app.call('POST', `/intake/${source}`, body)

      assert.ok(resultsOf(again).every((result) => result === 'refreshed'))
      assert.equal(await eventCount(app), events)
    })

    it(`${source}: nothing at all, or no JSON`, async () => {
      const app = await start()
      for (const nothing of ['', 'null', '7', '"text"', '{}', '{', '[[[]]]']) {
        const { status, json } = await app.call('POST', `/intake/${source}`, nothing)

        assert.equal(status, 400, nothing)
        assert.match(json.detail, /[Nn]othing was taken in|not valid JSON|must have|Nothing|body/)
      }
      assert.equal(await eventCount(app), 0)
    })

    it(`${source}: a token in the address`, async () => {
      const app = await start()
      const token = await makeToken(app, ['events:write'])
      const response = await app.call('POST', `/intake/${token}/${source}`, body, { 'x-auth-token': '' })

      assert.equal(response.status, 200)
    })
  }

  it('arrives at the wrong one of them, and is reported the right one', async () => {
    const app = await start()
    for (const [at, of] of [
      ['pgdash', 'datadog'],
      ['datadog', 'pganalyze'],
      ['pganalyze', 'cloudevents'],
      ['cloudevents', 'pgdash'],
    ] as const) {
      const { status, json } = await app.call('POST', `/intake/${at}`, BODIES[of])

      assert.equal(status, 400)
      assert.match(json.detail, new RegExp(`its address is /intake/${of}`))
    }
    const batch = await app.call('POST', '/intake/prometheus/api/v2/alerts', [cloudEvent])
    assert.equal(batch.status, 400)
    assert.match(
      JSON.parse(batch.text),
      /this is what CloudEvents 1\.0 sends: its address is \/intake\/cloudevents/,
    )
    assert.equal(await eventCount(app), 0)
  })

  it('label value with quotes, newlines, 64 KB', async () => {
    const app = await start()
    const value = `"'\\\n\t<b>\u{1f418}\u0000 ${'x'.repeat(65_536)}`
    const responses = [
      await app.call(
        'POST',
        '/intake/pgdash',
        listAt(0, { alerts: [{ ...backends, text: value, objname: value }] }),
      ),
      await app.call('POST', '/intake/pganalyze', {
        ...pganalyze,
        data: { issue: { ...pganalyze.data.issue, description: value, queryText: value } },
      }),
      await app.call('POST', '/intake/datadog', {
        ...datadog,
        tags: `a:${value}`,
        status: value,
        scope: value,
      }),
      await app.call('POST', '/intake/cloudevents', {
        ...cloudEvent,
        data: { key: 'k', name: value, state: 'high', info: value, labels: { a: value } },
      }),
      await app.call('POST', '/intake/monpg', { ...monpg, rule_name: value, details: value }),
    ]

    for (const response of responses) assert.deepEqual(resultsOf(response), ['raised'])
    for (const alert of await app.store.listAlerts({}, { limit: 10 })) {
      assert.ok(alert.key.length <= 500 && alert.name.length <= 500, alert.source)
      assert.ok((alert.details.info?.length ?? 0) <= 65_536, alert.source)
    }
    const end = await app.call('POST', '/intake/pgdash', listAt(1, { alerts: [] }))
    assert.deepEqual(resultsOf(end), ['cleared'])
  })

  it('clock skew of ± 5 min', async () => {
    for (const skew of [-5, 5]) {
      const app = await start()
      const at = new Date(NOW + skew * MINUTE).toISOString()
      const later = new Date(NOW + skew * MINUTE + 1_000).toISOString()
      const ms = (text: string) => String(Date.parse(text))
      const responses = [
        await app.call('POST', '/intake/pgdash', listAt(skew)),
        await app.call('POST', '/intake/pganalyze', { ...pganalyze, timestamp: at }),
        await app.call('POST', '/intake/datadog', { ...datadog, date: ms(at) }),
        await app.call('POST', '/intake/cloudevents', { ...cloudEvent, time: at }),
        await app.call('POST', '/intake/monpg', { ...monpg, triggered_at: at }),
        await app.call('POST', '/intake/pgdash', listAt(skew + 0.1, { alerts: [] })),
        await app.call('POST', '/intake/pganalyze', {
          ...pganalyze,
          type: 'issue.resolved',
          timestamp: later,
        }),
        await app.call('POST', '/intake/datadog', { ...datadog, transition: 'Recovered', date: ms(later) }),
        await app.call('POST', '/intake/cloudevents', {
          ...cloudEvent,
          time: later,
          data: { ...cloudEvent.data, alert: { ...cloudEvent.data.alert, state: 'Cleared' } },
        }),
        await app.call('POST', '/intake/monpg', { ...monpg, status: 'resolved', triggered_at: later }),
      ]

      assert.deepEqual(
        responses.flatMap(resultsOf),
        [...Array(6).fill('raised'), ...Array(6).fill('cleared')],
        `${skew}`,
      )
    }
  })

  it('two senders: the same alert at two sources is two alerts', async () => {
    const app = await start()
    await app.call('POST', '/intake/pgdash', pgdash)
    await app.call('POST', '/intake/pgdash-2', pgdash)
    await app.call('POST', '/intake/pgdash', listAt(1, { alerts: [] }))

    assert.deepEqual(await statesOf(app, 'pgdash'), [`${BACKENDS}: cleared`, `${SIZE}: cleared`])
    assert.deepEqual(await statesOf(app, 'pgdash-2'), [`${BACKENDS}: high`, `${SIZE}: high`])
  })

  it('resolved for an unknown alert (200, no clear sent)', async () => {
    const app = await start()
    const responses = [
      await app.call('POST', '/intake/pganalyze', { ...pganalyze, type: 'issue.resolved' }),
      await app.call('POST', '/intake/datadog', { ...datadog, transition: 'Recovered' }),
      await app.call('POST', '/intake/monpg', { ...monpg, status: 'ok' }),
    ]

    assert.deepEqual(responses.flatMap(resultsOf), ['ignored', 'ignored', 'ignored'])
    assert.equal(await eventCount(app), 0)
  })
})

describe('pganalyze', () => {
  it('goes from raise to clear, sent once each, however often and late it is reported', async () => {
    const app = await start()
    const at = (minutes: number) => new Date(NOW + minutes * MINUTE).toISOString()
    const issue = (type: string, minutes: number, severity: string) => ({
      ...pganalyze,
      type: `issue.${type}`,
      timestamp: at(minutes),
      data: { issue: { ...pganalyze.data.issue, severity } },
    })
    const notified = [
      issue('triggered', -9, 'warning'),
      issue('escalated', -8, 'critical'),
      issue('triggered', -9, 'warning'),
      issue('downgraded', -7, 'info'),
      issue('resolved', -6, 'info'),
      issue('escalated', -8, 'critical'),
      issue('resolved', -6, 'info'),
      issue('reopened', -5, 'critical'),
    ]
    const results = []
    for (const body of notified) results.push(...resultsOf(await app.call('POST', '/intake/pganalyze', body)))

    assert.deepEqual(results, [
      'raised',
      'changed',
      'stale',
      'changed',
      'cleared',
      'stale',
      'refreshed',
      'raised',
    ])
  })

  it('ping and what is unknown are answered with a note, and the latter is logged', async () => {
    const app = await start()
    for (const [type, note] of [
      ['ping', /tried out the address/],
      ['issue.acknowledged', /stays as it is/],
      ['issue.snoozed', /is not known/],
    ] as const) {
      const response = await app.call('POST', '/intake/pganalyze', { ...pganalyze, type })
      assert.deepEqual(resultsOf(response), [])
      assert.match(response.json.note, note)
    }
    const lines = app.lines.filter(({ event }) => event === 'source.not_understood')
    assert.deepEqual(
      lines.map(({ source, level }) => [source, level]),
      [['pganalyze', 'warn']],
    )
  })
})

describe('Datadog', () => {
  it('string numbers, and numbers', async () => {
    const app = await start()
    const numbers = { ...datadog, date: Number(datadog.date), monitor: Number(datadog.monitor), cycle: 7 }
    await app.call('POST', '/intake/datadog', numbers)
    await app.call('POST', '/intake/datadog', { ...numbers, cycle: '7', date: datadog.date })

    const alerts = await app.store.listAlerts({ source: 'datadog' }, { limit: 10 })
    assert.deepEqual(
      alerts.map(({ key, changedAt }) => [key, changedAt]),
      [['7', Number(datadog.date)]],
    )
  })

  it('unexpanded variables, and the body that Datadog sends without our payload', async () => {
    const app = await start()
    for (const body of [
      { ...datadog, transition: '$ALERT_TRANSITION' },
      {
        id: '1',
        title: 'x',
        body: 'y',
        date: '1',
        last_updated: '1',
        event_type: 'z',
        org: { id: '1', name: 'n' },
      },
    ]) {
      const { status, json } = await app.call('POST', '/intake/datadog', body)

      assert.equal(status, 400)
      assert.match(json.detail, /Put the payload of docs\/sources-datadog\.md into the field Payload/)
    }
  })

  it('a reminder of an alert without data leaves it as it is', async () => {
    const app = await start()
    const later = (seconds: number) => String(Number(datadog.date) + seconds * 1_000)
    const results = []
    for (const [transition, seconds] of [
      ['No Data', 1],
      ['Renotify', 2],
      ['Re-No Data', 3],
      ['Triggered', 4],
      ['Re-Triggered', 5],
      ['Recovered', 6],
      ['Triggered', 5],
    ] as const) {
      const body = { ...datadog, transition, date: later(seconds) }
      results.push(...resultsOf(await app.call('POST', '/intake/datadog', body)))
    }

    assert.deepEqual(results, [
      'raised',
      'refreshed',
      'refreshed',
      'changed',
      'refreshed',
      'cleared',
      'stale',
    ])
  })
})
