import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { claimDue } from '../../storage/suite/finish.ts'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { newWebhook, NOW, observation } from '../../support/build.ts'
import { eventually } from '../../support/time/eventually.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { Receiver } from '../../support/network/receiver.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

const PATH = '/v1/delivery-operations'
const NOTHING = { cancelled: 0, webhook_disabled: 0, notified: 0, already_notified: 0 }
const counted = (matching: number) => ({ ...NOTHING, matching, more: false, cancelled: matching })

describe('/v1/delivery-operations', () => {
  let app: TestApp
  let call: TestApp['call']
  beforeEach(async () => {
    app = await startApp({ clock: new FakeClock(NOW) })
    call = app.call
    await app.store.createWebhook(newWebhook(), NOW)
    await app.store.createWebhook(newWebhook(), NOW)
    const keys = ['a', 'b', 'c']
    await app.store.acceptObservations(
      keys.map((key) => observation({ key })),
      NOW,
    )
  })
  afterEach(() => app.stop())

  it('begins in the background, shows how far it is, and ends', async () => {
    const started = await call('POST', PATH, { kind: 'cancel', filter: { webhook_id: 1 } })
    await app.store.advanceOperations({ now: NOW, limit: 2 })
    const halfway = await call('GET', `${PATH}/1`)
    await app.store.advanceOperations({ now: NOW, limit: 2 })
    const ended = await call('GET', `${PATH}/1`)

    assert.equal(started.status, 202)
    assert.equal(started.headers['location'], `${PATH}/1`)
    assert.deepEqual(started.json, {
      id: 1,
      kind: 'cancel',
      filter: {
        state: ['waiting', 'pending', 'sending'],
        webhook_id: 1,
        event_id: null,
        alert_id: null,
        severity: null,
        kind: null,
        server: null,
        search: null,
        label: null,
        from: null,
        until: null,
      },
      webhook_id: null,
      state: 'running',
      reason: null,
      done_share: 0,
      examined: 0,
      changed: 0,
      skipped: 0,
      cancelled: 0,
      webhook_disabled: 0,
      notified: 0,
      already_notified: 0,
      created_at: '2026-09-14T03:00:00.000Z',
      ended_at: null,
      created_by: 'admin token',
    })
    assert.deepEqual(
      [halfway.json.state, halfway.json.examined, halfway.json.done_share],
      ['running', 2, 0.6],
    )
    assert.deepEqual(
      [ended.json.state, ended.json.examined, ended.json.changed, ended.json.done_share],
      ['done', 3, 3, 1],
    )
  })

  it('lists newest first, by state', async () => {
    await call('POST', PATH, { kind: 'retry', filter: { state: ['failed'] } })
    await call('POST', PATH, { kind: 'cancel', all: true })

    const all = await call('GET', PATH)
    const running = await call('GET', `${PATH}?state=running`)

    const states = (response: typeof all) =>
      response.json.items.map(({ id, state }: { id: number; state: string }) => [id, state])
    assert.deepEqual(states(all), [
      [2, 'running'],
      [1, 'done'],
    ])
    assert.deepEqual(states(running), [[2, 'running']])
  })

  it('stops', async () => {
    await call('POST', PATH, { kind: 'cancel', all: true })
    await app.store.advanceOperations({ now: NOW, limit: 2 })

    const stopped = await call('POST', `${PATH}/1/stop`)
    const again = await call('POST', `${PATH}/1/stop`)

    assert.deepEqual([stopped.status, stopped.json.state, stopped.json.changed], [200, 'stopped', 2])
    assertProblem(again, 409)
    assertProblem(await call('POST', `${PATH}/9/stop`), 404)
    assertProblem(await call('GET', `${PATH}/9`), 404)
  })

  it('a dry run says how many there are and does nothing', async () => {
    const response = await call('POST', PATH, { kind: 'cancel', filter: { webhook_id: 2 }, dry_run: true })

    assert.deepEqual(
      [response.status, response.json],
      [200, { ...NOTHING, matching: 3, more: false, cancelled: 3 }],
    )
    assert.deepEqual((await call('GET', PATH)).json.items, [])
  })

  it('a reroute to a webhook that is up to date says that nobody is notified, before and after', async () => {
    const reroute = { kind: 'reroute', filter: { webhook_id: 1 }, webhook_id: 2 }
    const preview = await call('POST', PATH, { ...reroute, dry_run: true })
    await call('POST', PATH, reroute)
    await runAll()
    const ended = await call('GET', `${PATH}/1`)
    const audit = await call('GET', '/v1/audit?action=operation.ended')

    const counts = { cancelled: 3, webhook_disabled: 0, notified: 0, already_notified: 3 }
    assert.deepEqual(preview.json, { matching: 3, more: false, ...counts })
    const { changed, skipped, cancelled, webhook_disabled, notified, already_notified } = ended.json
    assert.deepEqual({ cancelled, webhook_disabled, notified, already_notified }, counts)
    assert.deepEqual([changed, skipped], [3, 0])
    assert.match(
      audit.json.items[0].note,
      /0 sent to the other webhook, 3 notified there already, 3 cancelled here/,
    )
  })

  it('a reroute to one that knows nothing of it tells it once of each event, and foresees that', async () => {
    const to = await app.store.createWebhook(newWebhook(), NOW)
    const reroute = { kind: 'reroute', filter: { state: ['pending'] }, webhook_id: to.id }
    const preview = await call('POST', PATH, { ...reroute, dry_run: true })
    await call('POST', PATH, reroute)
    await runAll()
    const ended = await call('GET', `${PATH}/1`)

    assert.deepEqual(preview.json, {
      matching: 6,
      more: false,
      cancelled: 6,
      webhook_disabled: 0,
      notified: 3,
      already_notified: 3,
    })
    assert.deepEqual([ended.json.notified, ended.json.already_notified, ended.json.cancelled], [3, 3, 6])
  })

  it('a retry says what waits, and a reroute is refused before the click where it would be after it', async () => {
    await call('POST', PATH, { kind: 'cancel', all: true })
    await runAll()
    await app.store.changeWebhook(1, { enabled: false }, { now: NOW })
    const retry = { kind: 'retry', filter: { state: ['cancelled'] }, dry_run: true }
    const preview = await call('POST', PATH, retry)
    const refused = await call('POST', PATH, {
      kind: 'reroute',
      filter: { webhook_id: 1 },
      webhook_id: 99,
      dry_run: true,
    })

    assert.deepEqual(preview.json, { ...NOTHING, matching: 6, more: false, webhook_disabled: 3 })
    assertProblem(refused, 400)
  })

  const runAll = async () => {
    while (await app.store.advanceOperations({ now: NOW, limit: 100 }));
  }

  it('means by severity and kind what the list shows by them', async () => {
    const count = async (filter: object) =>
      (await call('POST', PATH, { kind: 'cancel', filter, dry_run: true })).json
    const listed = async (query: string) => (await call('GET', `/v1/deliveries?${query}`)).json.items.length
    const all = await listed('limit=500')

    const alerts = await count({ kind: 'alert' })
    const listedAlerts = await listed('kind=alert')
    assert.deepEqual(alerts, counted(listedAlerts))
    assert.ok(alerts.matching > 0 && alerts.matching <= all)
    assert.deepEqual(await count({ kind: 'job_run' }), counted(all - alerts.matching))
    let sum = 0
    for (const severity of ['high', 'medium', 'low', 'cleared']) {
      const { matching } = await count({ severity: [severity] })
      assert.equal(matching, await listed(`severity=${severity}`))
      sum += matching
    }
    assert.equal(sum, alerts.matching)

    const wrong = await call('POST', PATH, { kind: 'cancel', filter: { severity: ['loud'], kind: 'x' } })
    assertProblem(wrong, 400)
  })

  it('takes a reroute with its target, and all members of a filter', async () => {
    const filter = {
      state: ['pending'],
      webhook_id: 1,
      event_id: 1,
      alert_id: 1,
      severity: ['high'],
      kind: 'alert',
      server: 'db',
      search: 'lag',
      label: ['team=dba'],
      from: '2026-09-14T03:00:00.000Z',
      until: '2026-09-14T04:00:00.000Z',
    }
    const { id } = await app.store.createWebhook(newWebhook(), NOW)

    const started = await call('POST', PATH, { kind: 'reroute', filter, webhook_id: id })

    assert.deepEqual([started.json.filter, started.json.webhook_id], [filter, id])
  })

  it('undelivered means every state that there is something to do in', async () => {
    const states = async (kind: string) =>
      (
        await call('POST', PATH, {
          kind,
          filter: { undelivered: true },
          ...(kind === 'reroute' && { webhook_id: 2 }),
        })
      ).json.filter.state

    assert.deepEqual(await states('retry'), ['failed', 'cancelled'])
    assert.deepEqual(await states('cancel'), ['waiting', 'pending', 'sending'])
    assert.deepEqual(await states('reroute'), ['waiting', 'pending', 'sending', 'failed', 'cancelled'])
  })

  for (const { name, body, says } of [
    {
      name: 'an empty filter',
      body: { kind: 'cancel', filter: {} },
      says: 'filter: must name at least one thing, such as webhook_id; for all deliveries, send "all": true',
    },
    {
      name: 'a filter that says nothing',
      body: { kind: 'cancel', filter: { undelivered: false, from: null } },
      says: 'filter: must name at least one thing, such as webhook_id; for all deliveries, send "all": true',
    },
    {
      name: 'a filter together with all',
      body: { kind: 'cancel', filter: { event_id: 1 }, all: true },
      says: 'all: cannot stand together with a filter; leave out one of the two',
    },
    {
      name: 'a state in which there is nothing to do',
      body: { kind: 'retry', filter: { state: ['failed', 'delivered'] } },
      says: 'filter.state: has delivered, in which a retry can do nothing; it is for failed, cancelled',
    },
    {
      name: 'a state together with undelivered',
      body: { kind: 'retry', filter: { state: ['failed'], undelivered: true } },
      says: 'filter.undelivered: cannot stand together with `state`; leave out one of the two',
    },
    {
      name: 'a time that is none',
      body: { kind: 'retry', filter: { from: 'yesterday' } },
      says: 'filter.from: must be a time such as 2026-09-14T03:12:40Z (RFC 3339)',
    },
    {
      name: 'a reroute without a target',
      body: { kind: 'reroute', all: true },
      says: 'webhook_id: (beside `kind`, not in `filter`) is required: the webhook that is notified instead',
    },
    {
      name: 'a target of anything else',
      body: { kind: 'retry', all: true, webhook_id: 1 },
      says: 'webhook_id: is for a reroute only; which webhook a retry is about stands in filter.webhook_id',
    },
    {
      name: 'a target that does not exist',
      body: { kind: 'reroute', all: true, webhook_id: 99 },
      says: 'webhook_id: is 99, but there is no such webhook',
    },
    {
      name: 'the webhook itself as target',
      body: { kind: 'reroute', filter: { webhook_id: 1 }, webhook_id: 1 },
      says: 'webhook_id: must be another webhook than the one that the filter names',
    },
  ]) {
    it(`refuses ${name} with the remedy`, async () => {
      assert.deepEqual(assertProblem(await call('POST', PATH, body), 400), [says])
      assert.deepEqual((await call('GET', PATH)).json.items, [])
    })
  }

  it('refuses more than may run at once', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 11; count += 1)
      statuses.push((await call('POST', PATH, { kind: 'cancel', all: true })).status)

    assert.deepEqual(statuses, [...Array<number>(10).fill(202), 409])
  })

  it('everything not delivered is one call', async () => {
    const [claim] = await claimDue(app.store, { limit: 1, now: NOW })
    await call('POST', '/v1/deliveries/5/cancel')

    const { json } = await call('GET', '/v1/deliveries?undelivered=true&webhook_id=1')
    const both = await call('GET', '/v1/deliveries?undelivered=true&state=failed')
    const neither = await call('GET', '/v1/deliveries?undelivered=false')

    assert.equal(claim?.deliveryId, 1)
    assert.deepEqual(
      json.items.map(({ id, state }: { id: number; state: string }) => [id, state]),
      [
        [5, 'cancelled'],
        [3, 'pending'],
        [1, 'sending'],
      ],
    )
    assert.deepEqual(assertProblem(both, 400), [
      'undelivered: cannot stand together with `state`; leave out one of the two',
    ])
    assert.equal(neither.json.items.length, 6)
  })
})

describe('operations and fallbacks, in the whole service', () => {
  it('a fallback is notified when the receiver is gone; failed deliveries are retried in the background and arrive', async () => {
    const receiver = await Receiver.start()
    const app = await startApp({ listen: true, settings: { TOCSIN_RETRY_SCHEDULE: '0s' } })
    try {
      let isBroken = true
      receiver.alwaysRespondsWith(({ path }, response) => {
        response.writeHead(isBroken && path === '/main' ? 503 : 200)
        response.end()
      })
      const { json: fallback } = await app.call('POST', '/v1/webhooks', {
        name: 'net',
        url: `${receiver.url}/net`,
        low_alert: false,
        med_alert: false,
        high_alert: false,
        cleared_alert: false,
      })
      const main = { name: 'main', url: `${receiver.url}/main`, fallback_webhook_id: fallback.id }
      await app.call('POST', '/v1/webhooks', { ...main, mode: 'every_change' })
      await app.call('POST', '/v1/alerts', { key: 'a', name: 'Lag', state: 'high' })
      const notified = async (query: string) =>
        (await app.call('GET', `/v1/deliveries?${query}`)).json.items.length === 1

      await eventually('the fallback is notified', () =>
        notified(`webhook_id=${fallback.id}&state=delivered`),
      )
      const failed = await app.call('GET', '/v1/deliveries?undelivered=true')
      isBroken = false
      const { json: operation } = await app.call('POST', PATH, {
        kind: 'retry',
        filter: { state: ['failed'] },
      })
      await eventually('the retried one arrives', () => notified('webhook_id=2&state=delivered'))
      // The stream reports its end, which can be after the retried delivery arrives.
      const operationLines = () => app.lines.filter(({ event }) => event.includes('operation'))
      await eventually('the operation has ended', () => operationLines().length > 0)
      const ended = await app.call('GET', `${PATH}/${operation.id}`)

      assert.deepEqual(
        failed.json.items.map(({ webhook_id, state }: Record<string, unknown>) => [webhook_id, state]),
        [[2, 'failed']],
      )
      assert.deepEqual([ended.json.state, ended.json.changed], ['done', 1])
      assert.deepEqual(
        receiver.requests.map(({ path }) => path),
        ['/main', '/net', '/main'],
      )
      const [line, ...more] = operationLines()
      assert.deepEqual(more, [])
      assert.deepEqual([line?.event, line?.['changedCount']], ['operation.ended', 1])
    } finally {
      await app.stop()
      await receiver.stop()
    }
  })
})
