import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { jobRunReport, newWebhook, NOW, observation } from '../../support/build.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'
import { claimDue, finished } from '../../storage/suite/finish.ts'

describe('/v1/events/{id}/explain', () => {
  let app: TestApp
  let clock: FakeClock
  beforeEach(async () => {
    clock = new FakeClock(NOW)
    app = await startApp({ clock })
  })
  afterEach(() => app.stop())

  const explain = async (id: number) => (await app.call('GET', `/v1/events/${id}/explain`)).json
  const sentences = (list: readonly { readonly sentence: string }[]) => list.map(({ sentence }) => sentence)
  const add = (given: Parameters<typeof newWebhook>[0] = {}, at = NOW) =>
    app.store.createWebhook(newWebhook({ name: 'ops', ...given }), at)
  const claims = () => claimDue(app.store, { now: clock.now() })

  it('says of each delivery what became of it', async () => {
    for (let count = 0; count < 5; count += 1) await add()
    await app.store.acceptObservations([observation()], NOW)
    const [first, second, third] = await claims()
    assert.ok(first && second && third)
    await app.store.finishAttempts(
      [
        finished(first),
        finished(second, { state: 'failed' }),
        finished(third, { state: 'pending', dueAt: NOW + 60_000 }),
      ],
      NOW + 1,
    )
    await app.store.deleteWebhook(5, { now: NOW + 2 })

    const { event, notified, not_notified } = await explain(1)

    assert.deepEqual([event.id, event.new_state, not_notified], [1, 'high', []])
    assert.deepEqual(sentences(notified), [
      'Webhook 1 "ops" was notified, with 1 attempt: HTTP 200.',
      'Webhook 2 "ops" could not be notified: given up after 1 attempt, the last one: HTTP 503.',
      'Webhook 3 "ops" is notified at 2026-09-14T03:01:00.000Z (1 attempt so far, the last one: HTTP 503).',
      'Webhook 4 "ops" is being notified right now, attempt 1.',
      'Webhook 5, which has been deleted, is not notified any more: the webhook was deleted.',
    ])
    assert.deepEqual(notified[2].waits_for, {
      kind: 'due_time',
      delivery_id: null,
      until: '2026-09-14T03:01:00.000Z',
      reason: null,
    })
    assert.deepEqual(
      [
        notified[0].id,
        notified[0].webhook_name,
        notified[0].because,
        notified[0].state,
        notified[0].waits_for,
      ],
      [1, 'ops', 'match', 'delivered', null],
    )
    assert.equal(notified[4].webhook_name, null)
  })

  it('says what it still waits for: an earlier one, its webhook, or nothing', async () => {
    await add()
    await add()
    await app.store.acceptObservations([observation({ state: 'low' })], NOW)
    await app.store.acceptObservations([observation({ state: 'high', at: NOW + 1 })], NOW + 1)
    await app.store.changeWebhook(2, { enabled: false }, { now: NOW + 2 })

    const first = await explain(1)
    const second = await explain(2)

    assert.deepEqual(sentences(first.notified), [
      'Webhook 1 "ops" is notified next: the delivery is due.',
      'Webhook 2 "ops" is disabled: it is notified when somebody enables it.',
    ])
    assert.equal(
      second.notified[0].sentence,
      'Webhook 1 "ops" waits until delivery 1 has ended: it is about the same alert or job, and one goes after the other.',
    )
    assert.deepEqual(
      [
        first.notified[1].waits_for.kind,
        second.notified[0].waits_for.kind,
        second.notified[0].waits_for.delivery_id,
      ],
      ['enabling', 'delivery', 1],
    )
  })

  it('says that the receiver is paused, or that a rate limit holds', async () => {
    await add()
    await add({ rateLimit: { count: 1, intervalMs: 60_000 } })
    await app.store.acceptObservations([observation()], NOW)
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const claim = (await claims()).find(({ webhook }) => webhook.id === 1)
      assert.ok(claim)
      await app.store.finishAttempts(
        [finished(claim, { state: 'pending', dueAt: NOW }, { receiver: { kind: 'failing' } })],
        NOW,
      )
    }
    await app.store.acceptObservations([observation({ key: 'other' })], NOW)

    const { notified } = await explain(2)

    assert.deepEqual(sentences(notified), [
      'Webhook 1 "ops" is paused until 2026-09-14T03:00:05.000Z, because its receiver fails (HTTP 503).',
      'Webhook 2 "ops" is notified as soon as its limits allow: the delivery is due, and the rate limit is 1 in 60 s.',
    ])
    assert.deepEqual(
      notified.map(({ waits_for }: { waits_for: { kind: string; until: string | null } }) => [
        waits_for.kind,
        waits_for.until,
      ]),
      [
        ['pause', '2026-09-14T03:00:05.000Z'],
        ['rate_limit', null],
      ],
    )
  })

  it('says who was notified instead: fallbacks and rerouted deliveries', async () => {
    const silent = { alertFlags: { low: false, medium: false, high: false, cleared: false } }
    const fallback = await add({ ...silent, name: 'net' })
    await add({ fallbackWebhookId: fallback.id })
    await add()
    await add({ ...silent, name: 'new' })
    await app.store.acceptObservations([observation()], NOW)
    const [own, moved] = await claims()
    assert.ok(own && moved)
    await app.store.finishAttempts([finished(own, { state: 'failed' })], NOW)
    await app.store.releaseClaims([moved], NOW)
    await app.call('POST', '/v1/delivery-operations', {
      kind: 'reroute',
      filter: { webhook_id: 3 },
      webhook_id: 4,
    })
    await app.store.advanceOperations({ now: NOW, limit: 10 })

    const { notified } = await explain(1)

    assert.deepEqual(sentences(notified), [
      'Webhook 2 "ops" could not be notified: given up after 1 attempt, the last one: HTTP 503. Its fallback, webhook 1, is notified instead, by delivery 3.',
      'Webhook 3 "ops" is not notified any more: rerouted to webhook 4 by operation 1.',
      'Webhook 1 "net" is notified next: the delivery is due. Created as a fallback, because delivery 1 had not arrived.',
      'Webhook 4 "new" is notified next: the delivery is due. It was rerouted here by operation 1.',
    ])
    assert.deepEqual(
      notified.map(({ because }: { because: string }) => because),
      ['match', 'match', 'fallback', 'reroute'],
    )
  })

  it('says why each other webhook is not notified', async () => {
    await add({ payloadType: 'JOB' })
    await add({ alertFlags: { low: true, medium: true, high: false, cleared: true } })
    await add({ enabled: false })
    await add()
    await app.store.changeWebhook(4, { enabled: false }, { now: NOW })
    await app.store.acceptObservations([observation()], NOW + 1)
    await app.store.changeWebhook(4, { enabled: true }, { now: NOW + 2 })
    await app.store.changeWebhook(3, { name: 'renamed' }, { now: NOW + 2 })
    await add({}, NOW + 3)
    await app.store.acceptJobRuns([jobRunReport()], NOW + 4)

    const alert = await explain(1)
    const run = await explain(2)

    assert.deepEqual(alert.notified, [])
    assert.deepEqual(sentences(alert.not_notified), [
      'Webhook 3 "renamed" is disabled.',
      'Webhook 4 "ops" is disabled. So it was at that time; it has been changed since.',
      'Webhook 2 "ops" is not notified when an alert becomes high: that flag is off.',
      'Webhook 5 "ops" was not there yet when the event was accepted.',
      'Webhook 1 "ops" gets job runs only, and this is an alert.',
    ])
    assert.deepEqual(alert.not_notified_counts, {
      disabled: 2,
      state: 1,
      match: 0,
      acknowledgements: 0,
      maintenance_windows: 0,
      taken_by_others: 0,
      silenced: 0,
      not_kept: 0,
      unknown: 0,
      already_in_sync: 0,
      made_later: 1,
      payload_type: 1,
    })
    assert.equal(run.notified.length, 1)
    assert.equal(run.not_notified[0].sentence, 'Webhook 2 "ops" gets alerts only, and this is a job run.')
  })

  it('names a hundred of each, and counts them all', async () => {
    for (let count = 0; count < 120; count += 1) await add()
    for (let count = 0; count < 130; count += 1) await add({ enabled: false })
    await app.store.acceptObservations([observation()], NOW)

    const { notified, notified_counts, not_notified, not_notified_counts } = await explain(1)

    assert.deepEqual([notified.length, notified[0].webhook_id, notified[99].webhook_id], [100, 21, 120])
    assert.deepEqual(notified_counts, {
      waiting: 0,
      pending: 120,
      sending: 0,
      delivered: 0,
      failed: 0,
      cancelled: 0,
      superseded: 0,
      outdated: 0,
    })
    assert.deepEqual([not_notified.length, not_notified[0].webhook_id], [100, 121])
    assert.equal(not_notified_counts.disabled, 130)
  })

  it('answers 404 for an unknown event', async () => {
    assertProblem(await app.call('GET', '/v1/events/1/explain'), 404)
  })
})
