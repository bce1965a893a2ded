import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newWebhook, NOW, observation } from '../../support/build.ts'
import { claimDue, finished, LEASE_MS } from './finish.ts'
import { runToEnd } from './run-operation.ts'
import type { OpenStore } from './store-suite.ts'

const DAY_MS = 86_400_000

/** Holds the one question that an idle node asks in place of its tasks. */
export function exerciseMaintenanceDue(engine: string, openStore: OpenStore): void {
  describe(`${engine}: isMaintenanceDue`, () => {
    it('is false of what is there and not due', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook(), NOW)
      await store.createWebhook(newWebhook({ fallbackWebhookId: id, fallbackAfterMs: DAY_MS }), NOW)
      await store.acceptObservations([observation({ expiresAt: NOW + DAY_MS })], NOW)

      assert.equal(await store.isMaintenanceDue(NOW), false)
    })

    it('a lease: from its end on, until the attempt is recorded or the lease taken back', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await store.acceptObservations([observation()], NOW)
      const [claim] = await claimDue(store)
      assert.equal(await store.isMaintenanceDue(NOW + LEASE_MS), false)
      assert.equal(await store.isMaintenanceDue(NOW + LEASE_MS + 1), true)

      await store.finishAttempts([finished(claim!)], NOW)
      assert.equal(await store.isMaintenanceDue(NOW + LEASE_MS + 1), false)
    })

    it('a fallback: from its time on, until it is notified', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook({ name: 'fallback' }), NOW)
      await store.createWebhook(newWebhook({ fallbackWebhookId: id, fallbackAfterMs: 60_000 }), NOW)
      await store.acceptObservations([observation()], NOW)
      assert.equal(await store.isMaintenanceDue(NOW + 59_999), false)
      assert.equal(await store.isMaintenanceDue(NOW + 60_000), true)

      await store.escalateToFallbacks({ now: NOW + 60_000, limit: 10 })
      assert.equal(await store.isMaintenanceDue(NOW + 60_000), false)
    })

    it('an alert: from the time until which it was promised, until it clears', async () => {
      const store = await openStore()
      await store.acceptObservations([observation({ expiresAt: NOW + 1_000 })], NOW)
      assert.equal(await store.isMaintenanceDue(NOW + 1_000), false)
      const now = NOW + 1_001
      assert.equal(await store.isMaintenanceDue(now), true)

      await store.expireAlerts({ expiredBefore: now, now, limit: 10 })
      assert.equal(await store.isMaintenanceDue(now), false)
    })

    it('a resync: from when it is asked for, until it is carried out', async () => {
      const store = await openStore()
      await store.acceptObservations([observation()], NOW)
      const { id } = await store.createWebhook(newWebhook({ mode: 'current_state' }), NOW)
      await store.resyncWebhook(id, { now: NOW })
      assert.equal(await store.isMaintenanceDue(NOW), true)

      await store.createMissingDeliveries({ now: NOW, limit: 10 })
      assert.equal(await store.isMaintenanceDue(NOW), false)
    })

    it('an operation: while it runs', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await store.acceptObservations([observation()], NOW)
      const cancelAll = { kind: 'cancel', filter: { states: ['pending'] }, targetWebhookId: null } as const
      await store.startOperation(cancelAll, NOW)
      assert.equal(await store.isMaintenanceDue(NOW), true)

      await runToEnd(store)
      assert.equal(await store.isMaintenanceDue(NOW), false)
    })
  })
}
