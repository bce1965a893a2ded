import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newWebhook, NOW, observation } from '../../support/build.ts'
import { claimDue, finished, LEASE_MS } from './finish.ts'
import { RELEASE_GRACE_MS } from '../../../src/storage/scripts/silences.ts'
import { silence } from './silences/scene.ts'
import { runToEnd } from './run-operation.ts'
import type { OpenStore } from './store-suite.ts'
import { isHousekeepingDue } from '../../support/time/is-housekeeping-due.ts'

const DAY_MS = 86_400_000

/** Holds the one question that an idle node asks in place of its tasks. */
export function exerciseHousekeepingDue(engine: string, openStore: OpenStore): void {
  describe(`${engine}: nextHousekeepingAt`, () => {
    it('says when what is there and not due will be', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook(), NOW)
      await store.createWebhook(newWebhook({ fallbackWebhookId: id, fallbackAfterMs: DAY_MS }), NOW)
      await store.acceptObservations([observation({ expiresAt: NOW + DAY_MS })], NOW)

      assert.equal(await store.nextHousekeepingAt(NOW), NOW + DAY_MS)
    })

    it('is null where nothing will be due by the time alone', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await store.acceptObservations([observation()], NOW)

      assert.equal(await store.nextHousekeepingAt(NOW), null)
    })

    it('a silence: its begin, its end, and when it is noted as released', async () => {
      const store = await openStore()
      const [begin, end] = [NOW + 60_000, NOW + 120_000]
      await store.createSilence(silence({ startsAt: begin, endsAt: end }), NOW)
      assert.equal(await store.nextHousekeepingAt(NOW), begin)

      await store.releaseSilenced({ now: begin, limit: 10 })
      assert.equal(await store.nextHousekeepingAt(begin), end)
      assert.equal(await store.nextHousekeepingAt(end), end + RELEASE_GRACE_MS)

      await store.releaseSilenced({ now: end + RELEASE_GRACE_MS, limit: 10 })
      assert.equal(await store.nextHousekeepingAt(end + RELEASE_GRACE_MS), null)
    })

    it('a silence that holds something: its end, until that is released', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      const end = NOW + 60_000
      await store.createSilence(silence({ endsAt: end }), NOW)
      await store.releaseSilenced({ now: NOW, limit: 10 })
      await store.acceptObservations([observation()], NOW)
      assert.equal(await store.nextHousekeepingAt(NOW), end)
      assert.equal(await isHousekeepingDue(store, end), true)

      await store.releaseSilenced({ now: end, limit: 10 })
      await store.createMissingDeliveries({ now: end, limit: 10 })
      assert.equal(await store.nextHousekeepingAt(end), end + RELEASE_GRACE_MS)
    })

    it('a lease: from its end on, until the attempt is recorded or the lease taken back', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await store.acceptObservations([observation()], NOW)
      const [claim] = await claimDue(store)
      assert.equal(await store.nextHousekeepingAt(NOW), NOW + LEASE_MS + 1)
      assert.equal(await isHousekeepingDue(store, NOW + LEASE_MS), false)
      assert.equal(await isHousekeepingDue(store, NOW + LEASE_MS + 1), true)

      await store.finishAttempts([finished(claim!)], NOW)
      assert.equal(await isHousekeepingDue(store, NOW + LEASE_MS + 1), false)
    })

    it('a fallback: from its time on, until it is notified', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook({ name: 'fallback' }), NOW)
      await store.createWebhook(newWebhook({ fallbackWebhookId: id, fallbackAfterMs: 60_000 }), NOW)
      await store.acceptObservations([observation()], NOW)
      assert.equal(await store.nextHousekeepingAt(NOW), NOW + 60_000)

      await store.escalateToFallbacks({ now: NOW + 60_000, limit: 10 })
      assert.equal(await isHousekeepingDue(store, NOW + 60_000), false)
    })

    it('an alert: from the time until which it was promised, until it clears', async () => {
      const store = await openStore()
      await store.acceptObservations([observation({ expiresAt: NOW + 1_000 })], NOW)
      assert.equal(await store.nextHousekeepingAt(NOW), NOW + 1_001)
      const now = NOW + 1_001
      assert.equal(await isHousekeepingDue(store, now), true)

      await store.expireAlerts({ expiredBefore: now, now, limit: 10 })
      assert.equal(await isHousekeepingDue(store, now), false)
    })

    it('a resync: from when it is asked for, until it is carried out', async () => {
      const store = await openStore()
      await store.acceptObservations([observation()], NOW)
      const { id } = await store.createWebhook(newWebhook({ mode: 'current_state' }), NOW)
      await store.resyncWebhook(id, { now: NOW })
      assert.equal(await isHousekeepingDue(store, NOW), true)

      await store.createMissingDeliveries({ now: NOW, limit: 10 })
      assert.equal(await isHousekeepingDue(store, NOW), false)
    })

    it('an operation: while it runs', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await store.acceptObservations([observation()], NOW)
      const cancelAll = { kind: 'cancel', filter: { states: ['pending'] }, targetWebhookId: null } as const
      await store.startOperation(cancelAll, NOW)
      assert.equal(await isHousekeepingDue(store, NOW), true)

      await runToEnd(store)
      assert.equal(await isHousekeepingDue(store, NOW), false)
    })
  })
}
