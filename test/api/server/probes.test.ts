import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { probeRoutes } from '../../../src/api/routes/probes.ts'
import { AppError } from '../../../src/domain/errors.ts'
import type { Fault, HealthProblem } from '../../../src/domain/health-problem.ts'
import { VERSION } from '../../../src/runtime/version.ts'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { newWebhook, NOW } from '../../support/build.ts'
import { eventually } from '../../support/time/eventually.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { serveRoutes } from '../../support/app/serve-routes.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'
import { TEST_ENGINE } from '../../support/databases/test-engine.ts'

const OPEN = { 'x-auth-token': '' }

describe('operations', () => {
  let app: TestApp
  let call: TestApp['call']
  const clock = new FakeClock(NOW)
  before(async () => {
    app = await startApp({ clock })
    call = app.call
  })
  after(() => app.stop())

  it('/readyz is open, and degraded when the delivery loop does not run', async () => {
    const running = await startApp({ clock, listen: true })
    const ready = await running.call('GET', '/readyz', undefined, OPEN)
    await running.stop()
    const stopped = await call('GET', '/readyz', undefined, OPEN)

    assert.deepEqual([ready.status, ready.json], [200, { status: 'ok' }])
    assert.deepEqual(
      [stopped.status, stopped.json],
      [
        200,
        {
          status: 'degraded',
          reasons: [{ path: 'delivery', message: 'the delivery loop does not run' }],
        },
      ],
    )
  })

  it('/readyz counts nothing, for that takes long where much waits', async (t) => {
    // One that has read nothing before.
    const begun = await startApp({ clock })
    t.after(() => begun.stop())
    const find = t.mock.method(begun.store, 'summariseQueues')
    const count = t.mock.method(begun.store, 'countBacklog')

    const { status } = await begun.call('GET', '/readyz', undefined, OPEN)

    assert.deepEqual([status, find.mock.callCount(), count.mock.callCount()], [200, 1, 0])
  })

  it('/healthz and /metrics are open', async () => {
    const health = await call('GET', '/healthz', undefined, OPEN)
    const metrics = await call('GET', '/metrics', undefined, OPEN)

    assert.deepEqual([health.status, health.json], [200, { status: 'ok' }])
    assert.equal(metrics.status, 200)
    assert.match(String(metrics.headers['content-type']), /^text\/plain; version=0\.0\.4/)
  })

  it('/metrics counts what happened, without a word of the caller in a label', async () => {
    await call('POST', '/v1/alerts', {
      key: 'metric',
      name: 'secret-name',
      state: 'low',
      source: 'my-source',
    })
    await app.call('GET', '/no/such/secret-path')

    const { text } = await call('GET', '/metrics')

    assert.match(text, /^tocsin_intake_total\{kind="alert",result="raised"\} 1$/m)
    assert.match(text, /^tocsin_http_requests_total\{route="\/v1\/alerts",method="POST",status="200"\} 1$/m)
    assert.match(text, /^tocsin_http_requests_total\{route="none",method="GET",status="404"\} 1$/m)
    assert.doesNotMatch(text, /secret|my-source/)
  })

  it('/v1/status tells version, backlog and uptime', async () => {
    await app.store.createWebhook(newWebhook(), NOW)
    await call('POST', '/v1/alerts', [
      { key: 'status', name: 'x', state: 'low' },
      { key: 'status', name: 'x', state: 'high' },
    ])
    clock.advance(61_500)

    const { json } = await call('GET', '/v1/status')
    const { version } = json.database
    const { node } = json

    assert.deepEqual(json, {
      version: VERSION,
      backlog: {
        waiting: 1,
        pending: 1,
        sending: 0,
        oldest_due_at: '2026-09-14T03:00:00.000Z',
        paused: { deliveries: 0, webhooks: 0, oldest_created_at: null },
      },
      paused_webhooks: 0,
      open_notifications: { open: 0, max: 5_000_000 },
      late_webhooks: 1,
      rejecting_webhooks: 0,
      rule_proposals: { count: 0, webhooks: [] },
      problems: [
        { path: 'delivery', message: 'the delivery loop does not run' },
        {
          path: 'delivery',
          message: 'something has been due for more than a minute, to a receiver that is not paused',
        },
      ],
      in_flight: 0,
      uptime_seconds: 61,
      database: { engine: TEST_ENGINE === 'postgres' ? 'PostgreSQL' : 'SQLite', version },
      node,
      // It has not begun to listen.
      nodes: [],
    })
    assert.match(node, /^[0-9a-f]{12}$/)
    assert.match(version, /^\d+\.\d+/)
    assertProblem(await call('GET', '/v1/status', undefined, OPEN), 401)
  })
})

interface ServeOptions {
  readonly damage?: Fault
  readonly problems?: readonly HealthProblem[]
  readonly stalledBecause?: string
  readonly hasMemory?: boolean
}

describe('/readyz', () => {
  const serve = (
    checkHealth: () => Promise<void>,
    { damage, problems = [], stalledBecause, hasMemory = true }: ServeOptions = {},
  ) => {
    const clock = new FakeClock(NOW)
    const server = serveRoutes(
      probeRoutes({
        store: { checkHealth, listRoutedWebhooks: async () => [] },
        authorize: async () => undefined,
        clock,
        dispatcher: { stalledBecause: () => stalledBecause },
        damage: () => damage,
        problems: async () => problems,
        scrape: async () => '',
        memoryRefusal: () => (hasMemory ? undefined : new AppError('unavailable', 'Too little.')),
      }),
    )
    const ready = () => server.inject({ method: 'GET', url: '/readyz' })
    return { clock, ready }
  }

  it('answers 503 and names the database when it cannot be written', async () => {
    const { ready } = serve(async () => {
      throw new AppError('unavailable', 'The disk is full.')
    })

    const response = await ready()

    assert.equal(response.statusCode, 503)
    assert.equal(response.headers['retry-after'], '5')
    assert.deepEqual(response.json().errors, [{ path: 'database', message: 'The disk is full.' }])
  })

  it('does not tell the words of the engine', async () => {
    const { ready } = serve(async () => {
      throw new Error('SQLITE_IOERR at /var/lib/secret')
    })

    assert.deepEqual((await ready()).json().errors, [
      { path: 'database', message: 'it can not be read and written' },
    ])
  })

  it('answers 503 for a damaged database, and names everything that is wrong', async () => {
    const { ready } = serve(async () => undefined, {
      damage: { because: 'The database is damaged.', since: NOW },
      stalledBecause: 'The disk is full.',
      hasMemory: false,
    })

    const paths = (await ready()).json().errors.map(({ path }: { path: string }) => path)

    assert.deepEqual(paths, ['database', 'delivery', 'memory'])
  })

  it('answers 200 and degraded, with the reason, while deliveries stand still', async () => {
    const problems = [{ path: 'delivery', message: 'nothing can be claimed' }] as const
    const response = await serve(async () => undefined, { problems }).ready()

    assert.equal(response.statusCode, 200)
    assert.deepEqual(response.json(), { status: 'degraded', reasons: problems })
  })

  it('answers 503 and says why while attempts cannot be recorded', async () => {
    const response = await serve(async () => undefined, { stalledBecause: 'The disk is full.' }).ready()

    assert.equal(response.statusCode, 503)
    assert.deepEqual(response.json().errors, [
      {
        path: 'delivery',
        message:
          'attempts cannot be recorded, so deliveries pause; they go on by themselves. The disk is full.',
      },
    ])
  })

  it('does not wait for ever for a database that hangs', async () => {
    const { clock, ready } = serve(() => new Promise(() => undefined))
    let response: unknown

    const ended = ready().then((received) => (response = received))
    await eventually('there is a response', () => {
      clock.advance(500)
      return response !== undefined
    })

    assert.match((await ended).json().detail, /The database did not respond within 2 s/)
  })

  it('asks the database once a second at the most, however many ask', async () => {
    let checks = 0
    const { clock, ready } = serve(async () => {
      checks += 1
    })

    await Promise.all([ready(), ready(), ready()])
    await ready()
    assert.equal(checks, 1)
    clock.advance(1_000)
    await ready()
    assert.equal(checks, 2)
  })
})
