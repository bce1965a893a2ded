import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CLOSED, FAILURES_BEFORE_PAUSE, PAUSE_MS_FIRST } from '../../../src/domain/flow/breaker.ts'
import { receiverHealthOf } from '../../../src/domain/overview/receiver-health.ts'
import { NOTHING_PAUSED } from '../../../src/domain/overview/overview.ts'
import type { Claim } from '../../../src/domain/delivery/delivery.ts'
import type { NewWebhook, Webhook } from '../../../src/domain/webhook/webhook.ts'
import type { Store } from '../../../src/storage/store.ts'
import { newWebhook, NOW, observation } from '../../support/build.ts'
import { claimDue, claimRequest, finished, lasting } from './finish.ts'
import type { OpenStore } from './store-suite.ts'

/** Promises of `claimDue` about limits of single webhooks, and about what others feel of them. */
export function exerciseQueues(engine: string, openStore: OpenStore): void {
  describe(`${engine}: limits and webhook queues`, () => {
    it('claimDue: never more under way than the webhook allows; each end makes room for one', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook({ concurrencyMax: 2 }), NOW)
      await episodeNumber(store, 5)

      const first = await claimDue(store)
      assert.equal(first.length, 2)
      assert.deepEqual(await store.claimDue(claimRequest()), { claims: [], unreadable: [], nextAt: null })

      await store.finishAttempts([finished(first[0] as Claim)], NOW)
      assert.equal((await claimDue(store)).length, 1)
    })

    it('claimDue: the limit of the request holds where a webhook has none, and the lower one counts', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook({ concurrencyMax: null }), NOW)
      await episodeNumber(store, 5)

      assert.equal((await claimDue(store, { concurrencyMax: 3 })).length, 3)
    })

    it('claimDue: room comes back with a lost lease, a release, a retry later', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook({ concurrencyMax: 1 }), NOW)
      await episodeNumber(store, 3)

      const [released] = await claimDue(store)
      assert.ok(released)
      await store.releaseClaims([released], NOW)
      const [lost] = await claimDue(store, { lease: lasting(10) })
      assert.equal(lost?.deliveryId, released.deliveryId)
      assert.equal(await store.reclaimLeases({ leasedBefore: NOW + 11, now: NOW, limit: 10 }), 1)
      const [retried] = await claimDue(store)
      assert.ok(retried)
      await store.finishAttempts([finished(retried, { state: 'pending', dueAt: NOW + 60_000 })], NOW)

      assert.equal((await claimDue(store)).length, 1)
    })

    it('claimDue: the limit holds after a call that failed, whatever ends meanwhile', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook({ concurrencyMax: 2 }), NOW)
      await episodeNumber(store, 10)
      const [first, second] = await claimDue(store)
      assert.ok(first && second)

      await assert.rejects(store.retryDelivery(999, NOW))
      await store.finishAttempts([finished(first)], NOW)
      assert.equal((await claimDue(store)).length, 1)

      await assert.rejects(store.retryDelivery(999, NOW))
      await store.releaseClaims([second], NOW)
      assert.equal((await claimDue(store, { lease: lasting(1) })).length, 1)

      await assert.rejects(store.retryDelivery(999, NOW))
      assert.equal(await store.reclaimLeases({ leasedBefore: NOW + 2, now: NOW, limit: 10 }), 1)
      assert.equal((await claimDue(store)).length, 1)
    })

    it('claimDue: a new receiver gets a few first, one more with each accepted attempt, half after a failed one', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await episodeNumber(store, 50)

      const first = await claimDue(store, { windowFirst: 4 })
      assert.equal(first.length, 4)
      await store.finishAttempts(
        first.map((claim) => finished(claim)),
        NOW,
      )
      const second = await claimDue(store, { windowFirst: 4 })
      assert.equal(second.length, 8)
      await fail(store, second.slice(0, 1))
      assert.deepEqual(await claimDue(store), [])
      await store.releaseClaims(second.slice(1), NOW)
      assert.equal((await claimDue(store)).length, 4)
    })

    it('claimDue: not more than the rate allows, and says when the next may go', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook({ rateLimit: { count: 1, intervalMs: 1_000 } }), NOW)
      await episodeNumber(store, 3)

      const first = await store.claimDue(claimRequest())
      assert.equal(first.claims.length, 1)
      assert.equal(first.nextAt, NOW + 1_000)
      assert.deepEqual(await claimDue(store, { now: NOW + 999 }), [])
      assert.equal((await claimDue(store, { now: NOW + 1_000 })).length, 1)
    })

    it('claimDue: webhooks share the room, however much waits for one of them', async () => {
      const store = await openStore()
      const busy = await store.createWebhook(newWebhook(), NOW)
      await episodeNumber(store, 100)
      const others = [
        await store.createWebhook(newWebhook(), NOW),
        await store.createWebhook(newWebhook(), NOW),
      ]
      await store.acceptObservations([observation({ key: 'late' })], NOW + 1)

      const claims = await claimDue(store, { limit: 30, now: NOW + 1 })

      for (const { id } of others) assert.equal(countOf(claims, id), 1)
      assert.equal(countOf(claims, busy.id), 28)
    })

    it('claimDue: those with the fewest under way come first', async () => {
      const store = await openStore()
      const busy = await store.createWebhook(newWebhook(), NOW)
      await episodeNumber(store, 10)
      await claimDue(store, { limit: 5 })
      const idle = await store.createWebhook(newWebhook(), NOW)
      await store.acceptObservations([observation({ key: 'late' })], NOW + 1)

      const claims = await claimDue(store, { limit: 1, now: NOW + 1 })

      assert.deepEqual([countOf(claims, idle.id), countOf(claims, busy.id)], [1, 0])
    })

    it('finishAttempts: a webhook that fails several times in a row is paused, then probed with one attempt', async () => {
      const store = await openStore()
      await failing(store)

      const paused = await store.claimDue(claimRequest())
      assert.deepEqual(paused, { claims: [], unreadable: [], nextAt: NOW + PAUSE_MS_FIRST })
      const later = NOW + PAUSE_MS_FIRST
      const probe = await claimDue(store, { now: later })
      assert.equal(probe.length, 1)
      assert.deepEqual(await claimDue(store, { now: later }), [])

      await fail(store, probe, later)
      assert.equal((await store.claimDue(claimRequest({ now: later }))).nextAt, later + 2 * PAUSE_MS_FIRST)
    })

    it('finishAttempts: an accepted probe ends the pause, and what waited goes on', async () => {
      const store = await openStore()
      await failing(store)
      const later = NOW + PAUSE_MS_FIRST

      const [probe] = await claimDue(store, { now: later })
      assert.ok(probe)
      await store.finishAttempts([finished(probe)], later)

      assert.ok((await claimDue(store, { now: later })).length > 0)
    })

    it('finishAttempts: a receiver that asks for time is left alone until then', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await episodeNumber(store, 3)
      const [claim] = await claimDue(store, { limit: 1 })
      assert.ok(claim)
      const later = { state: 'pending', dueAt: NOW + 60_000 } as const
      await store.finishAttempts(
        [finished(claim, later, { receiver: { kind: 'throttling', askedMs: 30_000 } })],
        NOW,
      )

      assert.deepEqual(await store.claimDue(claimRequest()), {
        claims: [],
        unreadable: [],
        nextAt: NOW + 30_000,
      })
      assert.equal((await claimDue(store, { now: NOW + 30_000 })).length, 2)
    })

    it('claimDue: failing webhooks together take no more than their share', async () => {
      const store = await openStore()
      const webhooks: Webhook[] = []
      for (let index = 0; index < 4; index += 1) webhooks.push(await store.createWebhook(newWebhook(), NOW))
      await episodeNumber(store, 20)
      await fail(store, await claimDue(store, { limit: 3 }), NOW)
      const well = webhooks[3]?.id ?? 0

      const claims = await claimDue(store, { limit: 100, failingMax: 5 })

      assert.equal(claims.filter(({ webhook }) => webhook.id !== well).length, 5)
      assert.equal(countOf(claims, well), 20)
    })

    it('a retry by hand or a change of the webhook ends the pause', async () => {
      const store = await openStore()
      const webhook = await failing(store)
      await store.changeWebhook(webhook.id, { description: 'mended' }, { now: NOW })
      assert.equal((await claimDue(store)).length, 1, 'one probe')
    })

    it('countBacklog: what stands still for a paused receiver does so while it is probed, and is never overdue', async () => {
      const store = await openStore()
      await failing(store)
      const later = NOW + PAUSE_MS_FIRST
      const still = { deliveryCount: 10, webhookCount: 1, oldestMadeAt: NOW }

      const paused = await store.countBacklog(NOW + 1)
      const dueWhilePaused = (await store.summariseQueues(NOW + 1)).oldestDueAt
      const [probe] = await claimDue(store, { now: later })
      const probed = await store.countBacklog(later)
      assert.ok(probe)
      await store.finishAttempts([finished(probe)], later)
      const well = await store.countBacklog(later)

      assert.deepEqual([paused.paused, paused.oldestDueAt, dueWhilePaused], [still, null, null])
      assert.deepEqual([probed.paused, probed.oldestDueAt], [still, null])
      assert.deepEqual([well.paused, well.oldestDueAt], [NOTHING_PAUSED, NOW])
      assert.equal((await store.summariseQueues(later)).oldestDueAt, NOW)
    })

    it('countBacklog: what is held with a disabled webhook is not held up by its receiver', async () => {
      const store = await openStore()
      const { id } = await failing(store)
      await store.changeWebhook(id, { enabled: false }, { now: NOW })

      assert.deepEqual((await store.countBacklog(NOW + 1)).paused, NOTHING_PAUSED)
    })

    it('resumeWebhook: ends every pause, and makes retries due that wait for their time', async () => {
      const store = await openStore()
      const webhook = await failing(store)
      const later = NOW + 20
      assert.deepEqual(await claimDue(store, { now: later }), [])
      await store.resumeWebhook(webhook.id, { now: later })
      assert.equal((await store.findHealth(webhook.id, later))?.pausedUntil, null)
      const [probe, ...others] = await claimDue(store, { now: later })
      assert.ok(probe && others.length === 0, 'one probe')
      const throttled = { receiver: { kind: 'throttling', askedMs: 60_000 } } as const
      await store.finishAttempts(
        [finished(probe, { state: 'pending', dueAt: later + 60_000 }, throttled)],
        later,
      )
      assert.deepEqual(await claimDue(store, { now: later }), [])

      await store.resumeWebhook(webhook.id, { now: later + 1 })

      assert.equal((await store.findHealth(webhook.id, later + 1))?.pausedUntil, null)
      assert.equal((await store.findDelivery(probe.deliveryId))?.dueAt, later + 1)
    })

    it('resumeWebhook: refuses a disabled webhook and one that is not there', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook({ enabled: false }), NOW)
      await assert.rejects(store.resumeWebhook(id, { now: NOW }), { code: 'conflict' })
      await assert.rejects(store.resumeWebhook(id + 1, { now: NOW }), { code: 'not_found' })
    })

    it('retryDelivery: the one that was asked for is the next that is sent, before what has been due for longer', async () => {
      const store = await openStore()
      await failing(store)
      const [given, ...others] = await claimDue(store, { now: NOW + PAUSE_MS_FIRST })
      assert.ok(given)
      assert.deepEqual(others, [])
      const later = NOW + PAUSE_MS_FIRST
      const lost = finished(given, { state: 'failed' }, { receiver: { kind: 'failing' } })
      await store.finishAttempts([lost], later)
      await store.retryDelivery(given.deliveryId, later + 1)

      const probe = await claimDue(store, { now: later + 1 })
      assert.deepEqual(
        probe.map(({ deliveryId }) => deliveryId),
        [given.deliveryId],
      )
      // Asked for once: when that has failed, the longest due one is next.
      await fail(store, probe, later + 1)
      const next = await claimDue(store, { now: later + 1 + 4 * PAUSE_MS_FIRST })
      assert.equal(next.length, 1)
      assert.notEqual(next[0]?.deliveryId, given.deliveryId)
    })

    it('retryDelivery: goes first also where the receiver is well and much waits for it', async () => {
      const store = await openStore()
      const webhook = await store.createWebhook(newWebhook({ concurrencyMax: 1 }), NOW)
      await episodeNumber(store, 1)
      const [first] = await claimDue(store)
      assert.ok(first)
      await store.finishAttempts([finished(first, { state: 'failed' })], NOW)
      await store.acceptObservations(
        Array.from({ length: 9 }, (_, index) => observation({ key: `later ${index}` })),
        NOW + 1,
      )
      await store.retryDelivery(first.deliveryId, NOW + 9)

      const claims = await claimDue(store, { now: NOW + 9 })

      assert.deepEqual(
        claims.map(({ deliveryId, webhook: { id } }) => [deliveryId, id]),
        [[first.deliveryId, webhook.id]],
      )
    })

    it('a new signing secret ends the pause: the receiver may have refused the old one', async () => {
      const store = await openStore()
      const webhook = await failing(store)

      await store.rotateSigningSecret(webhook.id, { secret: 'whsec_a', overlapUntil: NOW, now: NOW })

      assert.equal((await claimDue(store)).length, 1, 'one probe')
    })

    it('pauses and rates outlive the store', async () => {
      const store = await openStore()
      const webhook = await failing(store)
      await assert.rejects(store.retryDelivery(999, NOW))
      // After a call that failed, nothing that was in memory is believed any more.
      assert.deepEqual((await store.claimDue(claimRequest())).claims, [])
      assert.equal((await store.findHealth(webhook.id, NOW))?.pausedUntil, NOW + PAUSE_MS_FIRST)
    })

    it('findHealth: how its receiver does, and how much waits', async () => {
      const store = await openStore()
      const webhook = await failing(store)

      assert.deepEqual(await store.findHealth(webhook.id, NOW), {
        ...receiverHealthOf(CLOSED, NOW),
        webhookId: webhook.id,
        failures: FAILURES_BEFORE_PAUSE,
        failingSince: NOW,
        pausedUntil: NOW + PAUSE_MS_FIRST,
        pauseReason: 'HTTP 503',
        failReason: 'HTTP 503',
        isNeverCalled: false,
        sending: 0,
        pending: 10,
        waiting: 0,
        nextDueAt: NOW,
        fallbackFor: [],
      })
      assert.equal(await store.findHealth(999, NOW), undefined)
    })

    it('endOverdue: what is due longer than its schedule lasts fails, and only at a failing receiver', async () => {
      const store = await openStore()
      const well = await store.createWebhook(newWebhook({ name: 'healthy' }), NOW)
      const webhook = await failing(store, { retryScheduleMs: [0, 60_000] })
      // The same alert once more: that one waits after the first.
      await store.acceptObservations([observation({ key: 'key 9', state: 'cleared', at: NOW + 1 })], NOW + 1)
      const end = (now: number) => store.endOverdue({ now, limit: 100, scheduleMs: [0] })

      assert.equal(await end(NOW + 60_000), 0)
      const late = NOW + 24 * 3600_000
      assert.equal(await end(late), 11)

      const failed = await store.listDeliveries({ webhookId: webhook.id, states: ['failed'] }, { limit: 100 })
      assert.equal(failed.length, 11)
      assert.match(failed[0]?.lastReason ?? '', /^no longer retried: .*HTTP 503/)
      assert.equal(
        (await store.listDeliveries({ webhookId: well.id, states: ['failed'] }, { limit: 9 })).length,
        0,
      )
    })
  })
}

/** So many alerts become high. */
async function episodeNumber(store: Store, count: number): Promise<void> {
  await store.acceptObservations(
    Array.from({ length: count }, (_, index) => observation({ key: `key ${index}` })),
    NOW,
  )
}

async function fail(store: Store, claims: readonly Claim[], now = NOW): Promise<void> {
  await store.finishAttempts(
    claims.map((claim) =>
      finished(claim, { state: 'pending', dueAt: now }, { receiver: { kind: 'failing' } }),
    ),
    now,
  )
}

/** A webhook with ten due deliveries that has just been paused. */
async function failing(store: Store, given: Partial<NewWebhook> = {}): Promise<Webhook> {
  const webhook = await store.createWebhook(newWebhook(given), NOW)
  await episodeNumber(store, 10)
  for (let count = 0; count < FAILURES_BEFORE_PAUSE; count += 1) {
    const claims = await claimDue(store)
    await fail(store, claims.filter(({ webhook: { id } }) => id === webhook.id).slice(0, 1))
    await store.releaseClaims(claims, NOW)
  }
  return webhook
}

function countOf(claims: readonly Claim[], webhookId: number): number {
  return claims.filter(({ webhook }) => webhook.id === webhookId).length
}
