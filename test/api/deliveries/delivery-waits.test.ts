import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { FAILURES_BEFORE_PAUSE, PAUSE_MS_FIRST } from '../../../src/domain/flow/breaker.ts'
import { newWebhook, NOW, observation } from '../../support/build.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'
import { claimDue, finished } from '../../storage/suite/finish.ts'

describe('why a delivery does not go out now', () => {
  let app: TestApp
  let clock: FakeClock
  beforeEach(async () => {
    clock = new FakeClock(NOW)
    app = await startApp({ clock })
  })
  afterEach(() => app.stop())

  const add = (given: Parameters<typeof newWebhook>[0] = {}) =>
    app.store.createWebhook(newWebhook({ name: 'ops', ...given }), NOW)
  const read = async (id: number) => (await app.call('GET', `/v1/deliveries/${id}`)).json

  /** Everything of the first webhook fails until it is paused; what others have is given back. */
  const pauseFirst = async () => {
    for (let count = 0; count < FAILURES_BEFORE_PAUSE; count += 1) {
      const claims = await claimDue(app.store, { now: clock.now(), limit: 500 })
      const [claim, ...others] = claims.toSorted((one, other) => one.webhook.id - other.webhook.id)
      assert.ok(claim)
      const again = { state: 'pending', dueAt: clock.now() } as const
      await app.store.finishAttempts([finished(claim, again, { receiver: { kind: 'failing' } })], clock.now())
      await app.store.releaseClaims(others, clock.now())
    }
  }

  it('says that the webhook is paused, however many webhooks are notified', async () => {
    for (let count = 0; count < 103; count += 1) await add()
    await app.store.acceptObservations([observation()], NOW)
    await pauseFirst()

    const { waits_for, webhook_name, webhook_enabled } = await read(1)

    assert.deepEqual(waits_for, {
      kind: 'pause',
      delivery_id: null,
      until: '2026-09-14T03:00:05.000Z',
      reason: 'HTTP 503',
    })
    assert.deepEqual([webhook_name, webhook_enabled], ['ops', true])
  })

  it('says that one at a time is tried while a probe is under way', async () => {
    await add()
    await app.store.acceptObservations([observation(), observation({ key: 'other' })], NOW)
    await pauseFirst()
    clock.advance(PAUSE_MS_FIRST)
    const [probe] = await claimDue(app.store, { now: clock.now() })
    assert.ok(probe)

    const { waits_for } = await read(probe.deliveryId === 1 ? 2 : 1)

    assert.deepEqual(waits_for, { kind: 'probe', delivery_id: null, until: null, reason: 'HTTP 503' })
    assert.equal((await read(probe.deliveryId)).waits_for, null)
  })

  it('names the delivery that goes first, and the webhook that is disabled', async () => {
    await add()
    await add({ name: 'off' })
    await app.store.acceptObservations([observation({ state: 'low' })], NOW)
    await app.store.acceptObservations([observation({ state: 'high', at: NOW + 1 })], NOW + 1)
    await app.store.changeWebhook(2, { enabled: false }, { now: NOW + 2 })

    const behind = await read(3)
    const held = await read(2)

    assert.deepEqual([behind.waits_for.kind, behind.waits_for.delivery_id], ['delivery', 1])
    assert.deepEqual([held.waits_for.kind, held.webhook_enabled], ['enabling', false])
  })

  it('names the webhook that was notified instead; a deleted webhook has no name', async () => {
    const silent = { alertFlags: { low: false, medium: false, high: false, cleared: false } }
    const fallback = await add({ ...silent, name: 'net' })
    const { id } = await add({ fallbackWebhookId: fallback.id })
    await app.store.acceptObservations([observation()], NOW)
    const [claim] = await claimDue(app.store)
    assert.ok(claim)
    await app.store.finishAttempts([finished(claim, { state: 'failed' })], NOW + 1)
    await app.store.deleteWebhook(id, { now: NOW + 2 })

    const { escalated, webhook_name, webhook_enabled } = await read(claim.deliveryId)

    assert.deepEqual(escalated, { delivery_id: 2, webhook_id: fallback.id, webhook_name: 'net' })
    assert.deepEqual([webhook_name, webhook_enabled], [null, null])
    assert.equal((await read(2)).escalated, null)
  })

  it('the response to a retry says whether it is held', async () => {
    await add()
    await app.store.acceptObservations([observation()], NOW)
    const [claim] = await claimDue(app.store)
    assert.ok(claim)
    await app.store.finishAttempts([finished(claim, { state: 'failed' })], NOW)
    await app.store.changeWebhook(1, { enabled: false }, { now: NOW })

    const { json } = await app.call('POST', '/v1/deliveries/1/retry')

    assert.deepEqual([json.state, json.due_at, json.waits_for.kind], ['pending', null, 'enabling'])
  })
})
