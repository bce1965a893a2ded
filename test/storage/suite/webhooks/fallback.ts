import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AlertState } from '../../../../src/domain/alert/alert.ts'
import type { Delivery } from '../../../../src/domain/delivery/delivery.ts'
import { OVERDUE_MS_MIN } from '../../../../src/domain/flow/breaker.ts'
import type { Store } from '../../../../src/storage/store.ts'
import { newWebhook, NOW, observation } from '../../../support/build.ts'
import { claimAll, deliverAll, finished } from '../finish.ts'
import type { OpenStore } from '../store-suite.ts'

const NOTHING = { low: false, medium: false, high: false, cleared: false }

/** A webhook that is notified only as a fallback. */
const silent = (given: Parameters<typeof newWebhook>[0] = {}) => newWebhook({ alertFlags: NOTHING, ...given })

async function failDue(store: Store, given: Parameters<typeof finished>[2] = {}): Promise<void> {
  const claims = await claimAll(store, NOW + 10)
  await store.finishAttempts(
    claims.map((claim) => finished(claim, { state: 'failed' }, given)),
    NOW + 10,
  )
}

const deliveriesTo = (store: Store, webhookId: number): Promise<readonly Delivery[]> =>
  store.listDeliveries({ webhookId }, { limit: 100 })

export function exerciseFallback(engine: string, openStore: OpenStore): void {
  describe(`${engine}: fallbacks`, () => {
    it('is notified of the same event when a delivery has failed, and only then', async () => {
      const store = await openStore()
      const fallback = await store.createWebhook(silent(), NOW)
      await store.createWebhook(newWebhook({ fallbackWebhookId: fallback.id }), NOW)
      await store.acceptObservations([observation()], NOW)
      const [claim] = await claimAll(store, NOW)
      assert.ok(claim)
      await store.finishAttempts([finished(claim, { state: 'pending', dueAt: NOW + 10 })], NOW + 5)
      const early = await deliveriesTo(store, fallback.id)

      await failDue(store)

      assert.deepEqual(early, [])
      const [notified, ...more] = await deliveriesTo(store, fallback.id)
      assert.deepEqual(more, [])
      assert.deepEqual(
        [notified?.eventId, notified?.state, notified?.dueAt, notified?.fallbackOf, notified?.createdAt],
        [claim.event.id, 'pending', NOW + 10, claim.deliveryId, NOW + 10],
      )
      const [own] = await store.listDeliveries({ states: ['failed'] }, { limit: 1 })
      assert.deepEqual([own?.id, own?.fallbackOf], [claim.deliveryId, null])
    })

    it('is known by the health of a webhook: those that name it, in order, and no longer than they do', async () => {
      const store = await openStore()
      const fallback = await store.createWebhook(silent(), NOW)
      const first = await store.createWebhook(newWebhook({ fallbackWebhookId: fallback.id }), NOW)
      const second = await store.createWebhook(newWebhook({ fallbackWebhookId: fallback.id }), NOW)
      const namedBy = async (id: number) => (await store.findHealth(id, NOW))?.fallbackFor

      assert.deepEqual(await namedBy(fallback.id), [first.id, second.id])
      assert.deepEqual(await namedBy(first.id), [])
      await store.changeWebhook(first.id, { fallbackWebhookId: null }, { now: NOW })
      assert.deepEqual(await namedBy(fallback.id), [second.id])
      await store.deleteWebhook(second.id, { now: NOW })
      assert.deepEqual(await namedBy(fallback.id), [])
    })

    it('is notified too when the receiver refused for good and its webhook is disabled', async () => {
      const store = await openStore()
      const fallback = await store.createWebhook(silent(), NOW)
      await store.createWebhook(newWebhook({ fallbackWebhookId: fallback.id }), NOW)
      await store.acceptObservations([observation()], NOW)

      await failDue(store, { disableWebhookReason: 'gone' })

      assert.equal((await deliveriesTo(store, fallback.id)).length, 1)
    })

    it('is notified too when a delivery is ended as overdue, because its receiver keeps failing', async () => {
      const store = await openStore()
      const fallback = await store.createWebhook(silent(), NOW)
      await store.createWebhook(newWebhook({ fallbackWebhookId: fallback.id }), NOW)
      await store.acceptObservations([observation()], NOW)
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const [claim] = await claimAll(store, NOW)
        assert.ok(claim)
        await store.finishAttempts(
          [finished(claim, { state: 'pending', dueAt: NOW }, { receiver: { kind: 'failing' } })],
          NOW,
        )
      }

      const ended = await store.endOverdue({ now: NOW + OVERDUE_MS_MIN + 1, limit: 10, scheduleMs: [0] })

      assert.equal(ended, 1)
      const [notified] = await deliveriesTo(store, fallback.id)
      assert.deepEqual([notified?.state, notified?.fallbackOf], ['pending', 1])
    })

    for (const { now: state, sees } of [
      { now: 'cleared', sees: [] },
      { now: 'low', sees: ['low'] },
    ] as const) {
      it(`is notified of the current state, not of an old event whose successors are pruned: ${state}`, async () => {
        const store = await openStore()
        const fallback = await store.createWebhook(silent(), NOW)
        await store.createWebhook(newWebhook({ fallbackWebhookId: fallback.id }), NOW)
        await store.acceptObservations([observation()], NOW)
        const [high] = await claimAll(store, NOW)
        assert.ok(high)
        await store.acceptObservations([observation({ state, at: NOW + 1 })], NOW + 1)
        const [waiting] = await store.listDeliveries({ states: ['waiting'] }, { limit: 2 })
        assert.ok(waiting)
        await store.cancelDelivery(waiting.id, NOW + 2)
        const later = NOW + 90 * 86_400_000
        while ((await store.pruneHistory({ endedBefore: later - 1, now: later, limit: 100 })) > 0);
        assert.equal((await store.listEvents({}, { limit: 5 })).length, 1)

        await store.finishAttempts([finished(high, { state: 'failed' })], later)
        await store.createMissingDeliveries({ now: later + 1, limit: 10 })

        const notified = (await claimAll(store, later + 2)).filter(
          ({ webhook }) => webhook.id === fallback.id,
        )
        assert.deepEqual(
          notified.map(({ event }) => event.kind === 'alert' && event.newState),
          sees,
        )
      })
    }

    it('is not notified while it is disabled, nor of what it was notified of already in whatever way', async () => {
      const store = await openStore()
      const disabled = await store.createWebhook(silent({ enabled: false }), NOW)
      const notified = await store.createWebhook(newWebhook(), NOW)
      await store.createWebhook(newWebhook({ fallbackWebhookId: disabled.id }), NOW)
      await store.createWebhook(newWebhook({ fallbackWebhookId: notified.id }), NOW)
      await store.acceptObservations([observation()], NOW)

      await failDue(store)

      assert.deepEqual(await deliveriesTo(store, disabled.id), [])
      assert.deepEqual(
        (await deliveriesTo(store, notified.id)).map(({ state, fallbackOf }) => [state, fallbackOf]),
        [['failed', null]],
      )
    })

    it('may have a fallback itself, and so on, but not one that leads back to it', async () => {
      const store = await openStore()
      const [first, second, third] = [
        await store.createWebhook(newWebhook({ name: 'night' }), NOW),
        await store.createWebhook(newWebhook({ name: 'day' }), NOW),
        await store.createWebhook(newWebhook({ name: 'manager' }), NOW),
      ]
      const follow = (from: number, fallbackWebhookId: number | null) =>
        store.changeWebhook(from, { fallbackWebhookId }, { now: NOW })
      await follow(first.id, second.id)
      await follow(second.id, third.id)

      const message =
        'fallback_webhook_id: must not lead back to this webhook, as "manager" → "night" → "day" → "manager" would; give one of them another fallback, or none'
      await assert.rejects(follow(third.id, first.id), { code: 'invalid_request', message })
      await assert.rejects(follow(third.id, second.id), { message: /"manager" → "day" → "manager"/ })

      assert.deepEqual(await store.findWebhook(third.id), third)
      await follow(second.id, null)
      assert.equal((await follow(third.id, first.id)).fallbackWebhookId, first.id)
    })

    it('is sent the current state: of an older event nothing, once it is notified of a newer one by itself', async () => {
      const store = await openStore()
      const fallback = await store.createWebhook(newWebhook({ alertFlags: { ...NOTHING, high: true } }), NOW)
      await store.createWebhook(newWebhook({ fallbackWebhookId: fallback.id }), NOW)
      await store.acceptObservations(
        [observation({ state: 'low' }), observation({ state: 'high', at: NOW + 1 })],
        NOW,
      )
      const claims = await claimAll(store, NOW)
      const low = claims.find(({ webhook }) => webhook.id !== fallback.id)
      const high = claims.find(({ webhook }) => webhook.id === fallback.id)
      assert.ok(low && high)
      await store.finishAttempts([finished(high, { state: 'pending', dueAt: NOW + 5 })], NOW)

      await store.finishAttempts([finished(low, { state: 'failed' })], NOW + 1)

      const notified = (await deliverAll(store, NOW + 9)).filter(({ webhook }) => webhook.id === fallback.id)
      assert.deepEqual(
        notified.map(({ event }) => event.kind === 'alert' && event.newState),
        ['high'],
      )
    })

    it('must exist, be another one, and be notified of the same kind; a refusal changes nothing', async () => {
      const store = await openStore()
      const webhook = await store.createWebhook(newWebhook(), NOW)
      const jobs = await store.createWebhook(newWebhook({ payloadType: 'JOB' }), NOW)
      const change = (fallbackWebhookId: number | null) =>
        store.changeWebhook(webhook.id, { name: 'changed', fallbackWebhookId }, { now: NOW })

      await assert.rejects(change(99), {
        code: 'invalid_request',
        message: 'fallback_webhook_id: is 99, but there is no such webhook',
      })
      await assert.rejects(change(webhook.id), { message: /must be another webhook than this one/ })
      await assert.rejects(change(jobs.id), { message: /is 2, which is for JOB; .* must be for ALERT/ })
      await assert.rejects(store.createWebhook(newWebhook({ fallbackWebhookId: 99 }), NOW), {
        code: 'invalid_request',
      })

      assert.deepEqual(await store.listWebhooks({}), [webhook, jobs])
    })

    it('cannot be deleted, nor get another payload type, while others name it', async () => {
      const store = await openStore()
      const fallback = await store.createWebhook(newWebhook(), NOW)
      const other = await store.createWebhook(newWebhook({ fallbackWebhookId: fallback.id }), NOW)

      await assert.rejects(store.changeWebhook(fallback.id, { payloadType: 'JOB' }, { now: NOW }), {
        code: 'conflict',
        message: /^Webhook 1 is the fallback of webhook 2 for ALERT/,
      })
      await assert.rejects(store.deleteWebhook(fallback.id, { now: NOW }), {
        code: 'conflict',
        message: /^Webhook 1 is the fallback of webhook 2; give them another fallback/,
      })
      assert.deepEqual(await store.findWebhook(fallback.id), fallback)
      await store.changeWebhook(other.id, { fallbackWebhookId: null }, { now: NOW })
      await store.deleteWebhook(fallback.id, { now: NOW })
      assert.equal(await store.findWebhook(fallback.id), undefined)
    })
  })

  describe(`${engine}: lines in the order of events`, () => {
    it('a retried delivery goes before a newer one that is not being sent', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await store.acceptObservations(
        [observation({ state: 'high' }), observation({ state: 'cleared', at: NOW + 1 })],
        NOW,
      )
      await failDue(store)
      const [cleared] = await claimAll(store, NOW + 10)
      assert.ok(cleared)
      await store.finishAttempts([finished(cleared, { state: 'pending', dueAt: NOW + 60 })], NOW + 11)

      const retried = await store.retryDelivery(1, NOW + 12)

      assert.equal(retried.state, 'pending')
      assert.equal((await store.findDeliveryAhead(2))?.id, 1)
      assert.equal(await store.findDeliveryAhead(1), undefined)
      const notified = await deliverAll(store, NOW + 12)
      assert.deepEqual(
        notified.map(({ deliveryId }) => deliveryId),
        [1, 2],
      )
    })

    it('one that is being sent is not called back; if it fails, the older one goes first', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await store.acceptObservations(
        [observation({ state: 'high' }), observation({ state: 'cleared', at: NOW + 1 })],
        NOW,
      )
      await failDue(store)
      const [cleared] = await claimAll(store, NOW + 10)
      assert.ok(cleared)
      const retried = await store.retryDelivery(1, NOW + 12)

      await store.finishAttempts([finished(cleared, { state: 'pending', dueAt: NOW + 60 })], NOW + 13)

      assert.equal(retried.state, 'waiting')
      const notified = await deliverAll(store, NOW + 13)
      assert.deepEqual(
        notified.map(({ deliveryId }) => deliveryId),
        [1, 2],
      )
    })

    it('what waits goes by the age of its event, not by when its delivery was made', async () => {
      const store = await openStore()
      const { id: from } = await store.createWebhook(newWebhook(), NOW)
      const all: readonly AlertState[] = ['low', 'medium', 'high', 'cleared']
      const report = async (states: readonly AlertState[]) => {
        for (const state of states) {
          const at = NOW + all.indexOf(state)
          await store.acceptObservations([observation({ state, at })], at)
        }
      }
      await report(['low', 'medium'])
      const { id: to } = await store.createWebhook(newWebhook(), NOW)
      await report(['high', 'cleared'])
      const high = (await claimAll(store, NOW + 9)).find(({ webhook }) => webhook.id === to)
      assert.ok(high)
      await store.startOperation(
        { kind: 'reroute', filter: { states: ['waiting'], webhookId: from }, targetWebhookId: to },
        NOW + 10,
      )

      await store.advanceOperations({ now: NOW + 11, limit: 10 })
      await store.finishAttempts([finished(high)], NOW + 12)

      const notified = (await deliverAll(store, NOW + 13)).filter(({ webhook }) => webhook.id === to)
      assert.deepEqual(
        notified.map(({ event }) => event.kind === 'alert' && event.newState),
        ['medium', 'cleared'],
      )
    })
  })
}
