import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { formatInstant } from '../../../src/domain/instant.ts'
import { newWebhook } from '../../support/build.ts'
import { eventually } from '../../support/time/eventually.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { asTokenWith } from '../../support/app/make-token.ts'
import { recordedPush } from '../../support/sources/prometheus-fixtures.ts'
import { startApp, type CallResponse, type StartOptions, type TestApp } from '../../support/app/start-app.ts'
import { SQLITE_ONLY } from '../../support/databases/test-engine.ts'

const ALERTS = '/intake/prometheus/api/v2/alerts'
const MINUTE = 60_000
const NOW = Date.parse('2026-09-14T03:00:00Z')
const firing = recordedPush('firing')
const refreshed = recordedPush('refreshed')
const resolved = recordedPush('resolved')

const started: TestApp[] = []
after(() => Promise.all(started.map((app) => app.stop())))

describe('POST /intake/prometheus/api/v2/alerts, as recorded from a real Prometheus', () => {
  it('raises once, refreshes without a word, clears once', async () => {
    const { app, clock } = await start({ at: firing.receivedAt })
    await app.store.createWebhook(newWebhook(), clock.now())

    const responses: CallResponse[] = []
    for (const push of [firing, refreshed, resolved]) {
      clock.advance(push.receivedAt - clock.now())
      responses.push(await app.call('POST', push.path, push.body, { 'content-type': push.contentType }))
    }

    assert.deepEqual(
      responses.map(({ status, text }) => [status, text]),
      [
        [200, ''],
        [200, ''],
        [200, ''],
      ],
    )
    assert.deepEqual(await sentStates(app), ['cleared > high', 'high > cleared'])
    const [cleared, raised] = await app.store.listEvents({}, { limit: 10 })
    const startsAt = Date.parse(firing.body[0]?.startsAt ?? '')
    const endsAt = Date.parse(resolved.body[0]?.endsAt ?? '')
    assert.ok(cleared?.kind === 'alert' && raised?.kind === 'alert')
    assert.deepEqual([raised.at, raised.raisedAt], [startsAt, startsAt])
    assert.deepEqual([cleared.at, cleared.raisedAt, cleared.endedBy], [endsAt, startsAt, 'monitor'])
    assert.equal((await app.store.listDeliveries({}, { limit: 10 })).length, 2)
  })

  it('keeps what the alert says, and links back to Prometheus', async () => {
    const { app } = await start({ at: firing.receivedAt })

    await app.call('POST', firing.path, firing.body)

    const [alert] = await app.store.listAlerts({}, { limit: 10 })
    const sent = firing.body[0]
    assert.ok(alert && sent)
    assert.equal(alert.name, 'PostgresConnectionsNearLimit')
    assert.equal(alert.expiresAt, Date.parse(sent.endsAt))
    assert.deepEqual(alert.details, {
      objectType: 'server',
      objectName: 'pg-orders-2.example.com:9187',
      serverName: 'pg-orders-2.example.com',
      serverAddress: 'pg-orders-2.example.com',
      serverPort: '9187',
      database: 'orders',
      agentName: 'postgres',
      currentValue: '187',
      thresholdValue: '180',
      info: sent.annotations['description'],
      sourceLink: sent.generatorURL,
      labels: sent.labels,
      annotations: sent.annotations,
    })
  })

  it('is not impressed by replays of any of the three', async () => {
    const { app, clock } = await start({ at: firing.receivedAt })
    for (const push of [firing, firing, refreshed, firing, resolved, firing, refreshed, resolved]) {
      clock.advance(Math.max(0, push.receivedAt - clock.now()))
      await app.call('POST', push.path, push.body)
    }

    assert.deepEqual(await sentStates(app), ['cleared > high', 'high > cleared'])
    const [alert] = await app.store.listAlerts({}, { limit: 10 })
    assert.equal(alert?.staleCount, 2)
  })

  it('is one alert to both servers of an HA pair, raised since the earlier start', async () => {
    const { app } = await start({ at: firing.receivedAt + 40_000 })
    const other = firing.body.map((alert) => ({ ...alert, startsAt: later(alert.startsAt, 30_000) }))

    await app.call('POST', ALERTS, other)
    await app.call('POST', ALERTS, firing.body)

    const alerts = await app.store.listAlerts({}, { limit: 10 })
    assert.deepEqual(await sentStates(app), ['cleared > high'])
    assert.equal(alerts.length, 1)
    assert.equal(alerts[0]?.since, Date.parse(firing.body[0]?.startsAt ?? ''))
  })

  it('clears when Prometheus falls silent, and raises at once when it is back', async () => {
    const { app, clock } = await start({ at: firing.receivedAt, listen: true })
    await app.call('POST', ALERTS, firing.body)
    const endsAt = Date.parse(firing.body[0]?.endsAt ?? '')

    clock.advance(endsAt + MINUTE - clock.now())
    await app.call('POST', ALERTS, [])
    const inGrace = await sentStates(app)
    await eventually('the alert to expire', async () => {
      clock.advance(1_000)
      return (await sentStates(app)).length === 2
    })
    const back = firing.body.map((alert) => ({ ...alert, endsAt: formatInstant(clock.now() + 4 * MINUTE) }))
    await app.call('POST', ALERTS, back)

    const [, expired] = await app.store.listEvents({}, { limit: 10 })
    assert.deepEqual(inGrace, ['cleared > high'])
    assert.deepEqual(await sentStates(app), ['cleared > high', 'high > cleared', 'cleared > high'])
    assert.ok(expired?.kind === 'alert' && expired.endedBy === 'expired')
    assert.equal(expired.at, endsAt)
  })
})

describe('POST /intake/prometheus/api/v2/alerts', () => {
  it('answers an empty array 200', async () => {
    const { app } = await start()

    const { status, text } = await app.call('POST', ALERTS, [])

    assert.deepEqual([status, text], [200, ''])
  })

  it('takes any content type', async () => {
    const { app } = await start()

    const { status } = await app.call('POST', ALERTS, [{ labels: { alertname: 'x' } }], {
      'content-type': 'text/plain',
    })

    assert.equal(status, 200)
    assert.deepEqual(await sentStates(app), ['cleared > medium'])
  })

  it('stores the valid alerts of a batch and names the others in a JSON string', async () => {
    const { app } = await start()

    const response = await app.call('POST', ALERTS, [
      { labels: { alertname: 'a' } },
      { labels: {} },
      { labels: { alertname: 'b' } },
      { labels: { alertname: 'c' }, endsAt: 'soon' },
    ])

    assert.equal(response.status, 400)
    assert.match(String(response.headers['content-type']), /^application\/json/)
    assert.equal(
      response.json,
      'alert 1: labels must have at least one pair with a value; alert 3: endsAt must be a time as in RFC 3339, such as 2026-09-14T03:12:40.117Z',
    )
    assert.deepEqual(await names(app), ['b', 'a'])
  })

  it('names what is not an array in a JSON string', async () => {
    const { app } = await start()

    for (const body of [{ alerts: [] }, 'null', '"x"']) {
      const { status, json } = await app.call('POST', ALERTS, body)

      assert.equal(status, 400)
      assert.equal(json, 'the body must be a JSON array of alerts')
    }
  })

  it('refuses with a problem what never was a request of ours: bad JSON, no token, the wrong scope, too many', async () => {
    const { app } = await start()
    const reader = await asTokenWith(app, 'deliveries:read')
    const tooMany = Array.from({ length: 10_001 }, () => ({ labels: { a: 'b' } }))

    const responses = [
      await app.call('POST', ALERTS, '[{"labels":'),
      await app.call('POST', ALERTS, [], { 'x-auth-token': '' }),
      await app.call('POST', ALERTS, [], reader),
      await app.call('POST', ALERTS, tooMany),
    ]

    assert.deepEqual(
      responses.map(({ status }) => status),
      [400, 401, 403, 413],
    )
    for (const { headers, json } of responses) {
      assert.match(String(headers['content-type']), /^application\/problem\+json/)
      assert.ok(json.detail.length > 10)
    }
    assert.deepEqual(await names(app), [])
  })

  it('is content with the scope events:write, as a bearer token', async () => {
    const { app } = await start()
    const { 'x-auth-token': token } = await asTokenWith(app, 'events:write')

    const { status } = await app.call('POST', ALERTS, firing.body, {
      'x-auth-token': '',
      authorization: `Bearer ${token}`,
    })

    assert.equal(status, 200)
  })

  it('takes the token as a password too: Grafana knows no other way', async () => {
    const { app } = await start()
    const { 'x-auth-token': token } = await asTokenWith(app, 'events:write')
    const post = async (userAndPassword: string) => {
      const authorization = `Basic ${Buffer.from(userAndPassword).toString('base64')}`
      const { status } = await app.call('POST', ALERTS, [], { 'x-auth-token': '', authorization })
      return status
    }

    assert.deepEqual(
      [await post(`grafana:${token}`), await post(`:${token}`), await post(`${token}:`), await post('a:b')],
      [200, 200, 401, 401],
    )
  })

  it('takes an unknown severity for medium, and shows that on the alert', async () => {
    const { app } = await start()

    await app.call('POST', ALERTS, [{ labels: { alertname: 'x', severity: 'sev-9' } }])

    const [alert] = await app.store.listAlerts({}, { limit: 10 })
    assert.equal(alert?.state, 'medium')
    assert.deepEqual(alert?.warnings, ['The severity "sev-9" is not known, so the alert counts as medium.'])
  })

  it('says nothing of the end of an alert that it never heard of', async () => {
    const { app } = await start({ at: resolved.receivedAt })

    const { status } = await app.call('POST', ALERTS, resolved.body)

    assert.equal(status, 200)
    assert.deepEqual(await names(app), [])
  })

  it('takes 256 alerts, as many as Prometheus sends at once', async () => {
    const { app, clock } = await start()
    await app.store.createWebhook(newWebhook(), clock.now())
    const batch = Array.from({ length: 256 }, (_, index) => ({
      ...firing.body[0],
      labels: { ...firing.body[0]?.labels, datname: `db${index}` },
      endsAt: formatInstant(NOW + 4 * MINUTE),
      startsAt: formatInstant(NOW),
    }))

    const { status } = await app.call('POST', ALERTS, batch)

    assert.equal(status, 200)
    assert.equal((await app.store.listDeliveries({}, { limit: 500 })).length, 256)
  })

  it('answers 503 with Retry-After when too much waits, and stores nothing of what it refused', async () => {
    const { app } = await start({ settings: { TOCSIN_INTAKE_PENDING_MAX: '1' } })
    await app.call('POST', ALERTS, [])

    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        app.call('POST', ALERTS, [
          { labels: { alertname: `a${index}` } },
          { labels: { alertname: `b${index}` } },
        ]),
      ),
    )

    const accepted = responses.flatMap(({ status }, index) =>
      status === 200 ? [`a${index}`, `b${index}`] : [],
    )
    const refused = responses.filter(({ status }) => status !== 200)
    assert.ok(accepted.length > 0 && refused.length > 0)
    for (const { status, headers } of refused) {
      assert.equal(status, 503)
      assert.match(String(headers['retry-after']), /^\d+$/)
    }
    assert.deepEqual((await names(app)).sort(), accepted.sort())
  })

  it(
    'answers 503 with Retry-After when the disk is full, and keeps exactly what it acknowledged',
    { skip: SQLITE_ONLY },
    async () => {
      const { app } = await start({ settings: { TOCSIN_DATABASE_SIZE_MAX: '500kb' } })
      const description = 'x'.repeat(2_000)

      const accepted: string[] = []
      let refusal: CallResponse | undefined
      for (let index = 0; index < 500 && !refusal; index += 1) {
        const batch = ['a', 'b', 'c'].map((letter) => `${letter}${index}`)
        const response = await app.call(
          'POST',
          ALERTS,
          batch.map((alertname) => ({ labels: { alertname }, annotations: { description } })),
        )
        if (response.status === 200) accepted.push(...batch)
        else refusal = response
      }

      assert.equal(refusal?.status, 503)
      assert.match(String(refusal?.headers['retry-after']), /^\d+$/)
      assert.ok(accepted.length > 0)
      assert.deepEqual((await names(app)).sort(), accepted.sort())
    },
  )

  it('lies under the base path', async () => {
    const { app } = await start({ settings: { TOCSIN_BASE_PATH: '/pem' } })

    const inside = await app.call('POST', `/pem${ALERTS}`, [])
    const outside = await app.call('POST', ALERTS, [])

    assert.deepEqual([inside.status, outside.status], [200, 404])
  })
})

async function start({ at = NOW, ...options }: StartOptions & { readonly at?: number } = {}) {
  const clock = new FakeClock(at)
  const app = await startApp({ ...options, clock })
  started.push(app)
  return { app, clock }
}

/** Changes of state that webhooks were reported about, oldest first. */
async function sentStates(app: TestApp): Promise<readonly string[]> {
  const events = await app.store.listEvents({ kind: 'alert' }, { limit: 100 })
  return events
    .toReversed()
    .map((event) => (event.kind === 'alert' ? `${event.oldState} > ${event.newState}` : event.kind))
}

/** Newest first. */
async function names(app: TestApp): Promise<string[]> {
  return (await app.store.listAlerts({}, { limit: 5_000 })).map(({ name }) => name)
}

function later(time: string, ms: number): string {
  return formatInstant(Date.parse(time) + ms)
}
