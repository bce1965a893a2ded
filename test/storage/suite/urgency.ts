import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AlertState } from '../../../src/domain/alert/alert.ts'
import type { Claim, FinishedAttempt } from '../../../src/domain/delivery/delivery.ts'
import { URGENCY } from '../../../src/domain/delivery/urgency.ts'
import { FAILURES_BEFORE_PAUSE, PAUSE_MS_FIRST } from '../../../src/domain/flow/breaker.ts'
import type { Store } from '../../../src/storage/store.ts'
import { jobRunReport, newWebhook, NOW, observation } from '../../support/build.ts'
import { claimDue, finished } from './finish.ts'
import type { OpenStore } from './store-suite.ts'

const SECOND = 1_000
const ONE_A_SECOND = { count: 1, intervalMs: SECOND }
const REJECTED: Partial<FinishedAttempt> = {
  reason: 'HTTP 400',
  failure: 'rejected',
  receiver: { kind: 'rejecting' },
}

/** Promises about which delivery of a webhook goes first, and what one that is rejected does to others. */
export function exerciseUrgency(engine: string, openStore: OpenStore): void {
  describe(`${engine}: urgency`, () => {
    it('claimDue: what became high first, then the ends of what was high, and each of the others in its turn', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook({ concurrencyMax: 1 }), NOW)
      await report(store, { was: 'high' }, NOW)
      for (const claim of await claimDue(store)) await store.finishAttempts([finished(claim)], NOW)
      for (const [key, state] of Object.entries({
        low: 'low',
        medium: 'medium',
        was: 'cleared',
        high: 'high',
      }))
        await report(store, { [key]: state as AlertState }, NOW + 1)

      // The second slot is one for normal urgency.
      assert.deepEqual(await keysInOrder(store, NOW + 1), ['high', 'medium', 'was', 'low'])
    })

    it('claimDue: a job that failed goes before one that went well', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook({ payloadType: 'JOB', concurrencyMax: 1 }), NOW)
      for (const [jobId, status] of [
        ['1', 'success'],
        ['2', 'cancelled'],
        ['3', 'failure'],
      ] as const)
        await store.acceptJobRuns([jobRunReport({ jobId, runId: jobId, status })], NOW)

      const order: string[] = []
      for (let claims; (claims = await claimDue(store)).length > 0;) {
        for (const claim of claims) order.push(claim.event.kind === 'job_run' ? claim.event.status : '')
        await store.finishAttempts(
          claims.map((claim) => finished(claim)),
          NOW,
        )
      }
      assert.deepEqual(order, ['failure', 'cancelled', 'success'])
    })

    it('claimDue: of seven turns four, two and one, whether they are taken one by one or together', async () => {
      for (const rateLimit of [ONE_A_SECOND, null]) {
        const store = await openStore()
        await store.createWebhook(newWebhook({ rateLimit, concurrencyMax: 14 }), NOW)
        for (const state of ['low', 'medium', 'high'] as const) {
          await report(store, Object.fromEntries(keys(state, 30).map((key) => [key, state])), NOW)
        }
        const taken: Claim[] = []
        for (let second = 0; taken.length < 14; second += 1) {
          taken.push(...(await claimDue(store, { now: NOW + second * SECOND })))
        }

        const count = (word: string) => taken.filter((claim) => keyOf(claim).startsWith(word)).length
        assert.deepEqual([count('high'), count('medium'), count('low')], [8, 4, 2])
      }
    })

    it('claimDue: what is left over goes to whoever there is', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook({ concurrencyMax: 20 }), NOW)
      await report(
        store,
        { high: 'high', ...Object.fromEntries(keys('low', 30).map((key) => [key, 'low'])) },
        NOW,
      )

      const claims = await claimDue(store)

      assert.equal(claims.length, 20)
      assert.ok(claims.some((claim) => keyOf(claim) === 'high'))
    })

    it('claimDue: a high one waits for no more than those before it, however many low ones wait', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook({ rateLimit: ONE_A_SECOND }), NOW)
      await report(store, Object.fromEntries(keys('low', 300).map((key) => [key, 'low'])), NOW)
      await report(store, { 'high 1': 'high', 'high 2': 'high' }, NOW + 1)

      const order: string[] = []
      for (let second = 1; second <= 4; second += 1) {
        order.push(...(await claimDue(store, { now: NOW + second * SECOND })).map(keyOf))
      }

      assert.deepEqual(
        order.filter((key) => key.startsWith('high')),
        ['high 1', 'high 2'],
      )
    })

    it('a head goes by the most urgent in its alert queue, also what comes behind it, and the one after it does', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook({ concurrencyMax: 1 }), NOW)
      await report(store, { other: 'low' }, NOW)
      await report(store, { rising: 'low' }, NOW + 1)
      await report(store, { rising: 'medium' }, NOW + 2)
      await report(store, { rising: 'high' }, NOW + 3)
      await report(store, { rising: 'low' }, NOW + 4)

      const order = await statesInOrder(store, NOW + 4)

      assert.deepEqual(order, ['rising low', 'rising medium', 'rising high', 'other low', 'rising low'])
      const deliveries = await store.listDeliveries({}, { limit: 10 })
      assert.deepEqual(deliveries.map(({ urgency }) => urgency).toReversed(), [
        URGENCY.low,
        URGENCY.low,
        URGENCY.normal,
        URGENCY.high,
        URGENCY.low,
      ])
    })

    it('what comes behind a head that waits for its retry, and is more urgent, has it tried at once', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await report(store, { rising: 'low' }, NOW)
      await retryLater(store, await claimDue(store), {})
      await report(store, { rising: 'medium' }, NOW + 1)

      assert.deepEqual((await claimDue(store, { now: NOW + 1 })).map(keyOf), ['rising'])
    })

    it('of several that come behind it together, and are ever more urgent, it is due since the first', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await report(store, { rising: 'low' }, NOW)
      await retryLater(store, await claimDue(store), {})
      await Promise.all([
        report(store, { rising: 'medium' }, NOW + 1),
        report(store, { rising: 'high' }, NOW + 2),
      ])

      assert.deepEqual((await claimDue(store, { now: NOW + 1 })).map(keyOf), ['rising'])
    })
  })

  describe(`${engine}: what is rejected`, () => {
    it('finishAttempts: twenty rejected ones pause nobody, and leave their kind', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await report(store, Object.fromEntries(keys('bad', 20).map((key) => [key, 'medium'])), NOW)
      const claims = await claimDue(store)
      await retryLater(store, claims, REJECTED)
      await report(store, { good: 'medium' }, NOW + 1)

      assert.deepEqual((await claimDue(store, { now: NOW + 1 })).map(keyOf), ['good'])
      const id = claims[0]?.deliveryId ?? 0
      const [attempt] = await store.listAttempts(id)
      assert.equal(attempt?.failure, 'rejected')
      assert.equal((await store.findDelivery(id))?.lastFailure, 'rejected')
      assert.equal((await store.findHealth(1, NOW + 1))?.pausedUntil ?? null, null)
    })

    it('claimDue: says when its receiver accepted another since, once it has rejected something', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook({ concurrencyMax: 1 }), NOW)
      await report(store, { bad: 'high' }, NOW)
      const [bad] = await claimDue(store)
      assert.equal(bad?.acceptedAt, null)
      await retryLater(store, [bad], REJECTED, { dueAt: NOW + 5 })
      await report(store, { good: 'medium' }, NOW + 1)
      const [good] = await claimDue(store, { now: NOW + 1 })
      assert.ok(good)
      await store.finishAttempts([finished(good)], NOW + 2)

      const [again] = await claimDue(store, { now: NOW + 5 })
      assert.deepEqual([again?.deliveryId, again?.acceptedAt], [bad.deliveryId, NOW + 2])
    })

    it('finishAttempts: a low one that is rejected ends when a high one of its alert waits, and the fallback is notified', async () => {
      const store = await openStore()
      const fallback = await store.createWebhook(newWebhook(), NOW)
      await store.createWebhook(newWebhook({ fallbackWebhookId: fallback.id, concurrencyMax: 1 }), NOW)
      await report(store, { rising: 'low' }, NOW)
      const low = (await claimDue(store)).filter(({ webhook }) => webhook.id !== fallback.id)
      await report(store, { rising: 'high' }, NOW + 1)

      await retryLater(store, low, REJECTED)

      const ended = await store.findDelivery(low[0]?.deliveryId ?? 0)
      assert.equal(ended?.state, 'failed')
      assert.match(ended?.lastReason ?? '', /^HTTP 400; rejected, and not retried: newer deliveries/)
      const [high] = await claimDue(store, { now: NOW + 1 })
      assert.deepEqual([high?.webhook.id, high && stateOf(high)], [2, 'rising high'])
    })

    it('finishAttempts: one that is rejected ends in favour of whatever waits behind it', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await report(store, { flapping: 'medium' }, NOW)
      const claims = await claimDue(store)
      await report(store, { flapping: 'cleared' }, NOW + 1)
      await retryLater(store, claims, REJECTED)

      const [next] = await claimDue(store, { now: NOW + 1 })
      assert.equal(next && stateOf(next), 'flapping cleared')
    })

    it('acceptObservations: whatever comes behind one that was rejected has it tried at once, and then goes', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await report(store, { flapping: 'medium' }, NOW)
      await retryLater(store, await claimDue(store), REJECTED)
      await report(store, { flapping: 'low' }, NOW + 1)

      const again = await claimDue(store, { now: NOW + 1 })
      assert.deepEqual(again.map(stateOf), ['flapping medium'])
      await retryLater(store, again, REJECTED)
      const [next] = await claimDue(store, { now: NOW + 1 })
      assert.equal(next && stateOf(next), 'flapping low')
    })

    it('acceptObservations: what takes the place of one that was rejected goes at once, in mode current_state', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook({ mode: 'current_state' }), NOW)
      await report(store, { flapping: 'high' }, NOW)
      await retryLater(store, await claimDue(store), REJECTED)
      await report(store, { flapping: 'low' }, NOW + 1)

      const [next] = await claimDue(store, { now: NOW + 1 })
      assert.equal(next && stateOf(next), 'flapping low')
    })

    it('acceptObservations: a high one behind one that was rejected has it tried at once, and then goes', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await report(store, { rising: 'high' }, NOW)
      await retryLater(store, await claimDue(store), REJECTED)
      await report(store, { rising: 'low' }, NOW + 1)
      await report(store, { rising: 'high' }, NOW + 2)

      const again = await claimDue(store, { now: NOW + 2 })
      assert.equal(again.length, 1)
      await retryLater(store, again, REJECTED)
      assert.deepEqual((await claimDue(store, { now: NOW + 2 })).map(stateOf), ['rising low'])
    })
  })

  describe(`${engine}: probes`, () => {
    it('claimDue: the most urgent, what became due last, never what failed last', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      const all = keys('failing', FAILURES_BEFORE_PAUSE)
      await report(store, Object.fromEntries(all.map((key) => [key, 'medium'])), NOW)
      await retryLater(store, await claimDue(store), { receiver: { kind: 'failing' } }, { dueAt: NOW + 1 })
      await report(store, { older: 'medium' }, NOW + 2)
      await report(store, { newer: 'medium' }, NOW + 3)
      await report(store, { newest: 'low' }, NOW + 4)

      let now = NOW + PAUSE_MS_FIRST
      const probed: string[] = []
      for (let probe = 0; probe < 4; probe += 1) {
        const claims = await claimDue(store, { now })
        assert.equal(claims.length, 1)
        assert.equal(claims[0]?.isProbe, true)
        probed.push(...claims.map(keyOf))
        await retryLater(store, claims, { receiver: { kind: 'failing' } }, { dueAt: now, now })
        now += 60 * SECOND
      }

      assert.deepEqual(probed, ['newer', 'older', 'newer', 'older'])
    })

    it('claimDue: what failed last, if there is nothing else', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await report(store, { only: 'low' }, NOW)
      let now = NOW
      for (let attempt = 0; attempt < FAILURES_BEFORE_PAUSE + 3; attempt += 1) {
        const claims = await claimDue(store, { now })
        assert.deepEqual(claims.map(keyOf), ['only'])
        await retryLater(store, claims, { receiver: { kind: 'failing' } }, { dueAt: now, now })
        now += PAUSE_MS_FIRST
      }
    })

    it('claimDue: receivers that fail share their slots by urgency, then the longest unprobed', async () => {
      const store = await openStore()
      for (const _ of [1, 2, 3]) await store.createWebhook(newWebhook(), NOW)
      await report(
        store,
        Object.fromEntries(keys('x', FAILURES_BEFORE_PAUSE).map((key) => [key, 'low'])),
        NOW,
      )
      const claims = await claimDue(store)
      // In another order than that of their ids.
      for (const [index, id] of [3, 2, 1].entries()) {
        const mine = claims.filter(({ webhook }) => webhook.id === id)
        await retryLater(store, mine, { receiver: { kind: 'failing' } }, { dueAt: NOW + 9, now: NOW + index })
      }
      const now = NOW + PAUSE_MS_FIRST + 9
      const order = async () => {
        const [claim] = await claimDue(store, { now, failingMax: 1 })
        if (claim)
          await store.finishAttempts([finished(claim, undefined, { receiver: { kind: 'unknown' } })], now)
        return claim?.webhook.id
      }

      assert.equal(await order(), 3)
    })
  })
}

function keys(word: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${word} ${index}`)
}

async function report(store: Store, states: Readonly<Record<string, AlertState>>, at: number): Promise<void> {
  await store.acceptObservations(
    Object.entries(states).map(([key, state]) => observation({ key, state, at })),
    at,
  )
}

async function retryLater(
  store: Store,
  claims: readonly Claim[],
  given: Partial<FinishedAttempt>,
  { dueAt = NOW + 3_600_000, now = NOW }: { readonly dueAt?: number; readonly now?: number } = {},
): Promise<void> {
  const next = { state: 'pending', dueAt } as const
  await store.finishAttempts(
    claims.map((claim) => finished(claim, next, given)),
    now,
  )
}

function keyOf({ event }: Claim): string {
  return event.kind === 'alert' ? event.alertKey : event.jobId
}

function stateOf(claim: Claim): string {
  return `${keyOf(claim)} ${claim.event.kind === 'alert' ? claim.event.newState : claim.event.status}`
}

async function inOrder(store: Store, now: number): Promise<readonly Claim[]> {
  const order: Claim[] = []
  for (let claims; (claims = await claimDue(store, { now })).length > 0;) {
    order.push(...claims)
    await store.finishAttempts(
      claims.map((claim) => finished(claim)),
      now,
    )
  }
  return order
}

async function keysInOrder(store: Store, now: number): Promise<readonly string[]> {
  return (await inOrder(store, now)).map(keyOf)
}

async function statesInOrder(store: Store, now: number): Promise<readonly string[]> {
  return (await inOrder(store, now)).map(stateOf)
}
