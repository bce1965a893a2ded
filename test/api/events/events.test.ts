import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { newWebhook, NOW } from '../../support/build.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

describe('/v1/events', () => {
  let app: TestApp
  let call: TestApp['call']
  before(async () => {
    const clock = new FakeClock(NOW)
    app = await startApp({ clock })
    call = app.call
    await app.store.createWebhook(newWebhook({ name: 'first' }), NOW)
    await app.store.createWebhook(newWebhook({ name: 'second' }), NOW)
    await call('POST', '/v1/alerts', { key: 'a', name: 'Lag', state: 'low' })
    clock.advance(60_000)
    await call('POST', '/v1/alerts', { key: 'b', name: 'Disk', state: 'low', source: 'other' })
    clock.advance(60_000)
    await call('POST', '/v1/alerts', { key: 'a', name: 'Lag', state: 'high' })
    await call('POST', '/v1/job-runs', { job_id: 1, run_id: 1, name: 'job', status: 'success' })
  })
  after(() => app.stop())

  const idsOf = async (query: string): Promise<readonly number[]> =>
    (await call('GET', `/v1/events${query}`)).json.items.map(({ id }: { id: number }) => id)

  it('lists alerts and job runs newest first, filtered by kind, source and alert', async () => {
    assert.deepEqual(await idsOf(''), [4, 3, 2, 1])
    assert.deepEqual(await idsOf('?kind=alert'), [3, 2, 1])
    assert.deepEqual(await idsOf('?kind=job_run'), [4])
    assert.deepEqual(await idsOf('?source=other'), [2])
    assert.deepEqual(await idsOf('?alert_id=1'), [3, 1])
  })

  it('filters by the moment of acceptance: from is inside, until outside', async () => {
    assert.deepEqual(await idsOf('?from=2026-09-14T03:01:00Z'), [4, 3, 2])
    assert.deepEqual(await idsOf('?until=2026-09-14T03:01:00Z'), [1])
    assert.deepEqual(await idsOf('?from=2026-09-14T03:01:00Z&until=2026-09-14T03:02:00Z'), [2])
  })

  it('reads a zone whose plus sign the query turned into a space', async () => {
    assert.deepEqual(await idsOf('?until=2026-09-14T05:01:00+02:00'), [1])
    assert.deepEqual(await idsOf('?until=2026-09-14T05:01:00%2B02:00'), [1])
  })

  it('goes on page by page with the filter', async () => {
    const first = await call('GET', '/v1/events?kind=alert&limit=2')
    const second = await call('GET', `/v1/events?kind=alert&limit=2&cursor=${first.json.next}`)

    assert.deepEqual(
      [...first.json.items, ...second.json.items].map(({ id }: { id: number }) => id),
      [3, 2, 1],
    )
    assert.equal(second.json.next, null)
  })

  it('shows with an event who is notified', async () => {
    const { json } = await call('GET', '/v1/events/2')

    assert.equal(json.alert_key, 'b')
    assert.deepEqual(
      json.deliveries.map(({ webhook_id: webhookId, event_id: eventId, state }: Record<string, unknown>) => [
        webhookId,
        eventId,
        state,
      ]),
      [
        [2, 2, 'pending'],
        [1, 2, 'pending'],
      ],
    )
  })

  const wrong: readonly (readonly [query: string, issue: string])[] = [
    ['from=yesterday', 'from: must be a time such as 2026-09-14T03:00:00Z (RFC 3339)'],
    ['until=', 'until: must be a time such as 2026-09-14T03:00:00Z (RFC 3339)'],
    ['kind=alerts', 'kind: is "alerts", but must be one of alert, job_run'],
    ['alert_id=-1', 'alert_id: must be a whole number from 1 to 9007199254740991'],
    ['alert_id=9007199254740992', 'alert_id: must be a whole number from 1 to 9007199254740991'],
  ]
  for (const [query, issue] of wrong) {
    it(`refuses ?${query} with the remedy`, async () => {
      assert.deepEqual(assertProblem(await call('GET', `/v1/events?${query}`), 400), [issue])
    })
  }

  it('answers 404 for an unknown event', async () => {
    assertProblem(await call('GET', '/v1/events/5'), 404)
  })
})

describe('/v1/events/{id}: who is not notified', () => {
  let app: TestApp
  const clock = new FakeClock(NOW)
  before(async () => {
    app = await startApp({ clock })
  })
  after(() => app.stop())

  it('names each webhook that has no delivery, with the reason', async () => {
    const { store } = app
    const make = (given: Parameters<typeof newWebhook>[0]) =>
      store.createWebhook(newWebhook(given), clock.now())
    const flags = { low: true, medium: true, high: false, cleared: true }
    await make({ name: 'notified' })
    await make({ name: 'off', enabled: false })
    await make({ name: 'jobs', payloadType: 'JOB' })
    await make({ name: 'not high', alertFlags: flags })
    const other = await make({ name: 'opened since', enabled: false })
    await app.call('POST', '/v1/alerts', { key: 'a', name: 'Lag', state: 'high' })
    clock.advance(1_000)
    await store.changeWebhook(other.id, { enabled: true }, { now: clock.now() })
    await make({ name: 'new' })

    const { json } = await app.call('GET', '/v1/events/1')

    assert.deepEqual(
      json.deliveries.map((delivery: Record<string, unknown>) => delivery['webhook_id']),
      [1],
    )
    assert.deepEqual(json.not_notified, [
      {
        webhook_id: 2,
        name: 'off',
        reason: 'disabled',
        silence_id: null,
        changed_since: false,
        deleted: false,
      },
      {
        webhook_id: 5,
        name: 'opened since',
        reason: 'disabled',
        silence_id: null,
        changed_since: true,
        deleted: false,
      },
      {
        webhook_id: 4,
        name: 'not high',
        reason: 'state',
        silence_id: null,
        changed_since: false,
        deleted: false,
      },
      {
        webhook_id: 6,
        name: 'new',
        reason: 'made_later',
        silence_id: null,
        changed_since: false,
        deleted: false,
      },
      {
        webhook_id: 3,
        name: 'jobs',
        reason: 'payload_type',
        silence_id: null,
        changed_since: false,
        deleted: false,
      },
    ])
  })

  it('names no more than a page can hold', async () => {
    for (let index = 0; index < 150; index += 1) {
      await app.store.createWebhook(newWebhook({ enabled: false }), clock.now())
    }

    const { json } = await app.call('GET', '/v1/events/1')

    assert.equal(json.not_notified.length, 100)
    assert.ok(json.not_notified_counts.made_later >= 150)
  })
})
