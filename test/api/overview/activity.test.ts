import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { emptyActivity, MINUTE_MS } from '../../../src/domain/overview/activity.ts'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { jobRunReport, NOW } from '../../support/build.ts'
import { eventually } from '../../support/time/eventually.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { Receiver } from '../../support/network/receiver.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

interface Point {
  readonly at: string
  readonly [name: string]: unknown
}

describe('/v1/activity: the span that is asked for', () => {
  let app: TestApp
  const clock = new FakeClock(NOW + 30_500)
  before(async () => {
    app = await startApp({ clock })
    await app.store.recordActivity('other', [
      { ...emptyActivity(NOW - 60 * MINUTE_MS), events: 1 },
      { ...emptyActivity(NOW - 2 * MINUTE_MS), events: 2 },
      { ...emptyActivity(NOW - 3 * 86_400_000), events: 4 },
    ])
  })
  after(() => app.stop())

  const read = async (query = '') => (await app.call('GET', `/v1/activity${query}`)).json
  const times = (points: readonly Point[]) => [points.length, points[0]?.at, points.at(-1)?.at]
  const withEvents = (points: readonly Point[]) =>
    points.filter(({ events }) => events !== 0).map(({ at, events }) => [at, events])

  it('is the last hour by minute, the one under way included, and a point of zeros where nothing happened', async () => {
    const { step_seconds, points } = await read()

    assert.equal(step_seconds, 60)
    assert.deepEqual(times(points), [61, '2026-09-14T02:00:00.000Z', '2026-09-14T03:00:00.000Z'])
    assert.deepEqual(withEvents(points), [
      ['2026-09-14T02:00:00.000Z', 1],
      ['2026-09-14T02:58:00.000Z', 2],
    ])
    assert.deepEqual(points[1], {
      at: '2026-09-14T02:01:00.000Z',
      events: 0,
      attempts: 0,
      delivered: 0,
      retried: 0,
      failed: 0,
      latency: null,
      response: null,
      backlog: null,
    })
  })

  it('over days is added up in steps that begin at multiples of their length', async () => {
    const { points } = await read('?from=2026-09-11T01:30:00Z&step=1d')

    assert.deepEqual(withEvents(points), [
      ['2026-09-11T00:00:00.000Z', 4],
      ['2026-09-14T00:00:00.000Z', 3],
    ])
    assert.equal(points.length, 4)
  })

  it('takes the shortest step that makes no more points than a plot has room for', async () => {
    const steps = async (query: string) => (await read(query)).step_seconds

    assert.equal(await steps('?from=2026-09-13T21:01:00Z'), 60)
    assert.equal(await steps('?from=2026-09-13T03:00:00Z'), 300)
    assert.equal(await steps('?from=2026-08-16T03:00:00Z'), 7200)
    assert.equal(await steps('?from=2020-08-15T03:00:00Z&until=2021-01-01T00:00:00Z'), 43_200)
  })

  it('adds what this node has counted since it last wrote to what is written', async () => {
    await app.store.recordActivity('other', [{ ...emptyActivity(NOW), events: 8 }])
    await app.call('POST', '/v1/alerts', { key: 'k', name: 'Lag', state: 'high' })
    const { points } = await read('?from=2026-09-14T02:59:00Z')
    const before = await read('?from=2026-09-14T02:59:00Z&until=2026-09-14T03:00:00Z')

    assert.deepEqual(withEvents(points), [['2026-09-14T03:00:00.000Z', 9]])
    assert.deepEqual(withEvents(before.points), [])
  })

  it('ends with the step that is under way, and has nothing to say of the future', async () => {
    const { points } = await read('?from=2026-09-14T02:59:00Z&until=2027-01-01T00:00:00Z&step=1m')

    assert.deepEqual(times(points), [2, '2026-09-14T02:59:00.000Z', '2026-09-14T03:00:00.000Z'])
    assert.deepEqual((await read('?from=2026-09-15T00:00:00Z')).points, [])
  })

  it('refuses more points than a response may have, and a span that ends before it begins', async () => {
    const refused = async (query: string) =>
      assertProblem(await app.call('GET', `/v1/activity?${query}`), 400)

    assert.deepEqual(await refused('from=2026-09-12T00:00:00Z&step=1m'), [
      'from: makes more than 1500 points of 1m (1499m at most); take a longer step or a shorter time',
    ])
    assert.deepEqual(await refused('from=2010-01-01T00:00:00Z'), [
      'from: makes more than 1500 points of 1d (1499d at most); ask for a shorter time',
    ])
    assert.deepEqual(await refused('from=2026-09-14T03:00:00Z&until=2026-09-14T03:00:00Z'), [
      'from: must be before `until`',
    ])
    assert.match((await refused('step=7m'))[0] ?? '', /^step: is "7m", but must be one of 1m, 2m, 5m/)
  })
})

describe('/v1/activity: what is counted', () => {
  let receiver: Receiver
  let app: TestApp | undefined
  before(async () => {
    receiver = await Receiver.start()
  })
  afterEach(async () => {
    await app?.stop()
    app = undefined
  })
  after(() => receiver.stop())

  const sums = async ({ call }: TestApp) => {
    const { points } = (await call('GET', '/v1/activity')).json
    const sum = (name: string) =>
      points.reduce((total: number, point: Point) => total + Number(point[name]), 0)
    return Object.fromEntries(
      ['events', 'attempts', 'delivered', 'retried', 'failed'].map((name) => [name, sum(name)]),
    )
  }

  it('events and deliveries as they happen, before anything of it is written', async () => {
    app = await startApp({ listen: true, settings: { TOCSIN_RETRY_SCHEDULE: '0s,0s' } })
    const { call } = app
    const webhook = { name: 'a', payload_type: 'ALERT', mode: 'every_change' }
    await call('POST', '/v1/webhooks', { ...webhook, url: `${receiver.url}/ok` })
    await call('POST', '/v1/webhooks', { ...webhook, url: `${receiver.url}/broken` })
    receiver.alwaysRespondsWith((request, response) => {
      response.writeHead(request.path === '/ok' ? 200 : 500).end()
    })
    const alert = { key: 'k', name: 'Lag', state: 'high' }
    await call('POST', '/v1/alerts', [alert, alert, { ...alert, key: 'unknown', state: 'cleared' }])
    const { jobId, runId, name, status } = jobRunReport()
    await call('POST', '/v1/job-runs', { job_id: jobId, run_id: runId, name, status })

    const all = await eventually('one delivery arrives and one fails', async () => {
      const all = await sums(app!)
      return all['delivered'] === 1 && all['failed'] === 1 && all
    })

    assert.deepEqual(all, { events: 2, attempts: 3, delivered: 1, retried: 1, failed: 1 })
    const { points } = (await call('GET', '/v1/activity')).json
    const point = points.findLast(({ delivered }: Point) => delivered === 1)
    assert.ok(point.latency.median_ms >= 0 && point.response.p99_ms >= point.response.median_ms)
  })

  it('an alert that expires is an event, and a backlog is seen', async () => {
    const clock = new FakeClock(NOW)
    app = await startApp({ clock, listen: true })
    const { call } = app
    await call('POST', '/v1/alerts', {
      key: 'k',
      name: 'Lag',
      state: 'high',
      expires_at: '2026-09-14T03:00:30Z',
    })

    await eventually('the alert has expired', async () => {
      // By longer steps it would be an absence of ours.
      clock.advance(2_000)
      return (await sums(app!))['events'] === 2
    })
    const backlog = await eventually('the backlog has been looked at', async () => {
      clock.advance(10_000)
      return (await call('GET', '/v1/activity')).json.points.at(-1).backlog ?? undefined
    })
    assert.deepEqual(backlog, { unfinished: 0, oldest_due_s: 0, paused: 0, oldest_paused_s: 0 })
  })
})
