import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { newWebhook, NOW } from '../../support/build.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'
import { attempt } from '../../storage/suite/receiver-state/support.ts'

describe('what a receiver that is in current-state mode was notified', () => {
  let app: TestApp
  let clock: FakeClock
  beforeEach(async () => {
    clock = new FakeClock(NOW)
    app = await startApp({ clock })
  })
  afterEach(() => app.stop())

  const read = async (path: string) => (await app.call('GET', path)).json
  const report = (state: string, key = 'lag') =>
    app.call('POST', '/v1/alerts', { key, name: `Alert ${key}`, state })
  const add = (given: Parameters<typeof newWebhook>[0] = {}) =>
    app.store.createWebhook(newWebhook({ mode: 'current_state', ...given }), clock.now())
  const resync = (body: object = {}) => app.call('POST', '/v1/webhooks/1/resync', body)
  const resyncPair = () => app.store.createMissingDeliveries({ now: clock.now(), limit: 100 })

  it('is listed by webhook and by alert, with what is out of sync', async () => {
    await add()
    await add({ name: 'off', enabled: false })
    await report('high')
    await report('low', 'disk')

    const { items } = await read('/v1/webhooks/2/receiver-states')
    const ofAlert = await read('/v1/alerts/1/receiver-states')

    assert.deepEqual(
      items.map((one: Record<string, unknown>) => [
        one.alert_id,
        one.alert_name,
        one.last_sent,
        one.desired,
        one.out_of_sync,
      ]),
      [
        [2, 'Alert disk', 'cleared', 'low', true],
        [1, 'Alert lag', 'cleared', 'high', true],
      ],
    )
    assert.deepEqual(
      ofAlert.items.map((one: Record<string, unknown>) => [
        one.webhook_name,
        one.out_of_sync,
        one.out_of_sync_since,
      ]),
      [
        ['dba hook', false, new Date(NOW).toISOString()],
        ['off', true, new Date(NOW).toISOString()],
      ],
    )
    assert.deepEqual((await read('/v1/webhooks/1/receiver-states?out_of_sync=true')).items, [])
    const { open_notifications: open, out_of_sync } = await read('/v1/webhooks/2/health')
    assert.deepEqual([open, out_of_sync], [0, 2])
  })

  it('is named when its webhook is deleted: the ends that nobody will tell, if there are any', async () => {
    await add()
    await add({ name: 'never heard', enabled: false })
    await report('high')
    await report('low', 'disk')
    await attempt(app.store, clock.now())

    const [notified, never] = [
      await app.call('DELETE', '/v1/webhooks/1'),
      await app.call('DELETE', '/v1/webhooks/2'),
    ]

    assert.deepEqual([notified.status, notified.headers['tocsin-open-notifications']], [204, '2'])
    assert.deepEqual([never.status, never.headers['tocsin-open-notifications']], [204, undefined])
  })

  it('a resync is counted first, and its events are no changes of the alert', async () => {
    await report('high')
    await add()

    const preview = await resync({ dry_run: true })
    assert.deepEqual((await read('/v1/webhooks/1/receiver-states')).items, [])
    const done = await resync()
    await resyncPair()

    assert.deepEqual(
      [preview.json.detail, done.json.detail],
      ['The receiver of webhook 1 would be sent 1 alert.', 'The receiver of webhook 1 is sent 1 alert.'],
    )
    const [delivery] = (await read('/v1/deliveries')).items
    assert.deepEqual([delivery.trigger, delivery.event.trigger], ['resync', 'resync'])
    const causes = async (query: string) =>
      (await read(`/v1/events${query}`)).items.map((event: Record<string, unknown>) => event.trigger)
    assert.deepEqual(await causes(''), ['resync', 'change'])
    assert.deepEqual(await causes('?trigger=change'), ['change'])
    assert.deepEqual(await causes('?trigger=missed'), [])
    const { history } = await read('/v1/alerts/1')
    assert.deepEqual(
      history.map(({ id, trigger }: { id: number; trigger: string }) => [id, trigger]),
      [[1, 'change']],
    )
    const { notified, notified_counts: counts } = await read('/v1/events/2/explain')
    assert.deepEqual([notified[0].trigger, counts.superseded, counts.outdated], ['resync', 0, 0])
  })

  it('a newer one takes the place of what was not sent, which is no failure', async () => {
    await add()
    await report('low')
    await report('high')

    const { items } = await read('/v1/deliveries?state=superseded')
    assert.deepEqual(
      items.map((one: Record<string, unknown>) => [one.id, one.trigger, one.last_reason, one.due_at]),
      [[1, 'change', 'a newer one says more', null]],
    )
    const undelivered = (await read('/v1/deliveries?undelivered=true')).items
    assert.deepEqual(
      undelivered.map(({ id }: { id: number }) => id),
      [2],
    )
    const { notified, notified_counts: counts } = await read('/v1/events/1/explain')
    assert.equal(counts.superseded, 1)
    assert.equal(
      notified[0].sentence,
      'Webhook 1 "dba hook" was not notified of this: a newer one says more.',
    )
  })

  it('a fallback that is notified for a disabled webhook says so', async () => {
    await add({
      mode: 'every_change',
      alertFlags: { low: false, medium: false, high: false, cleared: false },
    })
    await add({ enabled: false, fallbackWebhookId: 1 })
    await report('high')

    const { trigger, fallback_of } = await read('/v1/deliveries/1')
    const { notified } = await read('/v1/events/1/explain')

    assert.deepEqual([trigger, fallback_of, notified[0].because], ['fallback', null, 'fallback'])
    assert.match(notified[0].sentence, /Created as a fallback, because the webhook .* is disabled\.$/)
  })

  it('what was retried or cancelled by hand says its cause as well', async () => {
    await add()
    await report('high')

    const cancelled = await app.call('POST', '/v1/deliveries/1/cancel')
    const retried = await app.call('POST', '/v1/deliveries/1/retry')

    assert.deepEqual([cancelled.json.trigger, retried.json.trigger], ['change', 'change'])
  })

  it('a change of the mode is previewed, done and written down as the edit that it is', async () => {
    const move = (body: object, headers: Record<string, string> = {}) =>
      app.call('POST', '/v1/webhooks/1/mode', body, headers)
    await add({ mode: 'every_change' })
    await report('high')
    await attempt(app.store, clock.now())

    const preview = await move({ mode: 'current_state', dry_run: true })
    assert.equal((await read('/v1/webhooks/1')).mode, 'every_change')
    const etag = String(preview.headers.etag)
    const done = await move({ mode: 'current_state' }, { 'if-match': etag })
    const late = await move({ mode: 'every_change' }, { 'if-match': etag })
    assertProblem(late, 412)
    const again = await move({ mode: 'current_state' })
    const back = await move({ mode: 'every_change' })

    const counts = { from_history: 1, assumed: 0, under_way: 0, out_of_sync: 0, forgotten: 0 }
    assert.deepEqual(preview.json, {
      webhook_id: 1,
      mode: 'current_state',
      dry_run: true,
      ...counts,
      detail:
        'Tocsin would assume that the receiver of webhook 1 knows about 1 open alert already (from its delivery history).',
    })
    assert.deepEqual(done.json, {
      ...preview.json,
      dry_run: false,
      detail:
        'Tocsin assumes that the receiver of webhook 1 knows about 1 open alert already (from its delivery history).',
    })
    assert.deepEqual(late.json.last_changed.fields, ['mode'])
    assert.equal(again.json.detail, 'Webhook 1 is in mode current_state already: nothing changes.')
    assert.equal(back.json.forgotten, 1)
    const { items } = await read('/v1/audit')
    const changes = items.filter(({ action }: { action: string }) => action === 'webhook.changed')
    assert.equal(changes.length, 2)
    assert.deepEqual((await read('/v1/webhooks/1/receiver-states')).items, [])
  })

  it('a move is refused as the edit is: for job runs, with what does not fit, of none', async () => {
    await add({ missedAlerts: 'notify' })
    await add({ mode: 'every_change', payloadType: 'JOB' })
    for (const dry_run of [true, false]) {
      const missing = await app.call('POST', '/v1/webhooks/1/mode', { mode: 'every_change', dry_run })
      const jobs = await app.call('POST', '/v1/webhooks/2/mode', { mode: 'current_state', dry_run })
      const edit = await app.call('PATCH', '/v1/webhooks/1', { mode: 'every_change' })
      assert.deepEqual(assertProblem(missing, 400), assertProblem(edit, 400))
      assertProblem(jobs, 400)
      assert.equal(
        (await app.call('POST', '/v1/webhooks/9/mode', { mode: 'current_state', dry_run })).status,
        404,
      )
    }
  })

  it('a resync of one that is notified of changes, disabled or unknown is refused', async () => {
    await add({ mode: 'every_change' })
    const refusals = [assertProblem(await resync(), 409)]
    await app.call('PATCH', '/v1/webhooks/1', { mode: 'current_state', enabled: false })
    refusals.push(assertProblem(await resync(), 409))

    assert.equal((await app.call('POST', '/v1/webhooks/9/resync')).status, 404)
    assert.equal((await app.call('GET', '/v1/webhooks/9/receiver-states')).status, 404)
    assert.equal((await app.call('GET', '/v1/alerts/9/receiver-states')).status, 404)
    assert.deepEqual(refusals.length, 2)
  })
})
