import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SERVICE_ACTOR } from '../../../src/domain/audit/audit.ts'
import { newWebhook, NOW, observation } from '../../support/build.ts'
import { claimAll, finished } from './finish.ts'
import type { OpenStore } from './store-suite.ts'

export function exerciseNotifiedCounts(engine: string, openStore: OpenStore): void {
  describe(`${engine}: who was notified of active alerts`, () => {
    it('countNotified: by the deliveries of the last change, and of what came after it', async () => {
      const store = await openStore()
      const [good, bad] = [
        await store.createWebhook(newWebhook({ name: 'good', acknowledgements: true }), NOW),
        await store.createWebhook(newWebhook({ name: 'bad' }), NOW),
      ]
      await store.acceptObservations([observation({ key: 'a', state: 'low' })], NOW)
      for (const claim of await claimAll(store, NOW)) await store.finishAttempts([finished(claim)], NOW)
      const [{ alertId } = { alertId: 0 }] = await store.acceptObservations(
        [observation({ key: 'a', state: 'high', at: NOW + 1 })],
        NOW + 1,
      )
      assert.ok(alertId)
      assert.deepEqual(await store.countNotified([alertId, 999]), [
        {
          alertId,
          notified: 0,
          onTheWay: 2,
          notNotified: 0,
          exceptions: [
            { webhookId: bad.id, state: 'pending' },
            { webhookId: good.id, state: 'pending' },
          ],
        },
      ])

      const results = (await claimAll(store, NOW + 1)).map((claim) =>
        finished(claim, { state: claim.webhook.id === good.id ? 'delivered' : 'failed' }),
      )
      await store.finishAttempts(results, NOW + 1)

      const failed = { webhookId: bad.id, state: 'failed' }
      const counts = { alertId, notified: 1, onTheWay: 0, notNotified: 1, exceptions: [failed] }
      assert.deepEqual(await store.countNotified([alertId]), [counts])
      const acknowledging = { note: null, until: NOW + 9_999, now: NOW + 2, by: SERVICE_ACTOR }
      await store.acknowledgeAlert(alertId, acknowledging)
      const onTheWay = { webhookId: good.id, state: 'pending' }
      assert.deepEqual(await store.countNotified([alertId]), [
        { ...counts, onTheWay: 1, exceptions: [failed, onTheWay] },
      ])
    })

    it('findUnnotified: an alert until a receiver accepted a notification of its present state', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook({ acknowledgements: true, match: 'name!="quiet"' }), NOW)
      const raised = await store.acceptObservations(
        [
          observation({ key: 'a', state: 'low' }),
          observation({ key: 'b', name: 'b', state: 'high' }),
          observation({ key: 'c', state: 'high', name: 'quiet' }),
        ],
        NOW,
      )
      const [a = 0, b = 0, c = 0] = raised.map(({ alertId }) => alertId ?? 0)
      const find = async () =>
        (await store.findUnnotified([a, b, c, 999])).toSorted((one, other) => one.alertId - other.alertId)
      const silent = { alertId: c, isOnTheWay: false }
      assert.deepEqual(await find(), [
        { alertId: a, isOnTheWay: true },
        { alertId: b, isOnTheWay: true },
        silent,
      ])

      for (const claim of await claimAll(store, NOW)) {
        const state = claim.event.name === 'b' ? 'failed' : 'delivered'
        await store.finishAttempts([finished(claim, { state })], NOW)
      }
      const failed = { alertId: b, isOnTheWay: false }
      assert.deepEqual(await find(), [failed, silent])

      const acknowledging = { note: null, until: NOW + 9_999, now: NOW + 1, by: SERVICE_ACTOR }
      await store.acknowledgeAlert(a, acknowledging)
      assert.deepEqual(await find(), [failed, silent], 'an acknowledgement is no new state')
      await store.acceptObservations([observation({ key: 'a', state: 'high', at: NOW + 2 })], NOW + 2)
      assert.deepEqual(await find(), [{ alertId: a, isOnTheWay: true }, failed, silent])
      assert.deepEqual(await store.findUnnotified([]), [])
    })

    it('countNotified: an alert of which nobody was notified counts nothing', async () => {
      const store = await openStore()
      const [{ alertId } = { alertId: 0 }] = await store.acceptObservations([observation({ key: 'a' })], NOW)
      assert.ok(alertId)

      const nobody = { notified: 0, onTheWay: 0, notNotified: 0, exceptions: [] }
      assert.deepEqual(await store.countNotified([alertId]), [{ alertId, ...nobody }])
      assert.deepEqual(await store.countNotified([]), [])
    })
  })
}
