import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HOUR_MS, type WebhookCalls } from '../../../../src/domain/overview/webhook-calls.ts'
import { newWebhook, NOW, observation } from '../../../support/build.ts'
import type { OpenStore } from '../store-suite.ts'

const HOUR = NOW - (NOW % HOUR_MS)

/** Two attempts of which one was accepted. */
function calls(webhookId: number, at: number): WebhookCalls {
  const hour = { at: HOUR, attempts: 2, accepted: 1, acceptedMs: 12.5 }
  return { webhookId, lastCalledAt: at, lastAcceptedAt: at - 1, hours: [hour] }
}

export function exerciseWebhookCalls(engine: string, openStore: OpenStore): void {
  describe(`${engine}: calls of webhooks`, () => {
    it('addCalls and listCalls: counts add up, and the last moments stay', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook(), NOW)
      const { id: other } = await store.createWebhook(newWebhook({ alertFlags: NOTHING }), NOW)
      const never = { lastCalledAt: null, lastAcceptedAt: null, hours: [], unfinished: 0 }
      assert.deepEqual(await store.listCalls([other, id]), [
        { webhookId: other, ...never },
        { webhookId: id, ...never },
      ])

      await store.addCalls([calls(id, NOW + 9)])
      await store.addCalls([calls(id, NOW + 5), { ...calls(other, NOW), lastAcceptedAt: null }])
      await store.addCalls([])
      await store.acceptObservations([observation({ key: 'a' }), observation({ key: 'b' })], NOW)

      const hour = { at: HOUR, attempts: 4, accepted: 2, acceptedMs: 25 }
      assert.deepEqual(await store.listCalls([id]), [
        { webhookId: id, lastCalledAt: NOW + 9, lastAcceptedAt: NOW + 8, hours: [hour], unfinished: 2 },
      ])
      const [second] = await store.listCalls([other])
      assert.deepEqual([second?.lastCalledAt, second?.lastAcceptedAt], [NOW, null])
    })

    it('addCalls: passes over a webhook that is gone, and forgets one that is deleted', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook(), NOW)
      await store.addCalls([calls(id, NOW), calls(999, NOW)])
      await store.deleteWebhook(id, { now: NOW })
      await store.addCalls([calls(id, NOW)])

      const [gone] = await store.listCalls([id])
      assert.equal(gone?.lastCalledAt, null)
    })
  })
}

const NOTHING = { low: false, medium: false, high: false, cleared: false }
