import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Claim } from '../../../src/domain/delivery/delivery.ts'
import type { Store } from '../../../src/storage/store.ts'
import { backlog, newWebhook, NOW, observation } from '../../support/build.ts'
import { LEASE_MS, claimAll, claimDue, claimRequest, deliverAll, finished } from './finish.ts'
import type { OpenStore } from './store-suite.ts'

async function seed(store: Store, count: number): Promise<void> {
  await store.createWebhook(newWebhook({ headers: [{ key: 'X-A', value: '1' }] }), NOW)
  await store.acceptObservations(
    Array.from({ length: count }, (_, index) => observation({ key: `key ${index}` })),
    NOW,
  )
}

export function exerciseDeliveries(engine: string, openStore: OpenStore): void {
  describe(`${engine}: deliveries`, () => {
    it('claimDue: leases with all that an attempt needs, and counts the attempt', async () => {
      const store = await openStore()
      await seed(store, 1)

      const [claim] = await claimDue(store, { limit: 10, now: NOW + 5 })

      assert.ok(claim)
      assert.deepEqual(
        [claim.attempt, claim.scheduleAttempt, claim.leaseUntil, claim.createdAt],
        [1, 1, NOW + 5 + LEASE_MS, NOW],
      )
      assert.deepEqual(claim.webhook, await store.findWebhook(claim.webhook.id))
      assert.deepEqual(claim.event, await store.findEvent(claim.event.id))
      const delivery = await store.findDelivery(claim.deliveryId)
      assert.deepEqual([delivery?.state, delivery?.attemptsMade], ['sending', 1])
    })

    it('claimDue: in the turn of what makes deliveries due it finds them, where the engine says that it does', async (context) => {
      const store = await openStore()
      if (!store.claimsSeeWrites) return context.skip('this engine does not say so')
      await seed(store, 1)
      const [first] = await claimAll(store, NOW)
      assert.ok(first)

      // What is asked first comes last: also what is written after it is seen.
      const [claimed] = await Promise.all([
        claimAll(store, NOW + 1),
        store.acceptObservations([observation({ key: 'key 0', state: 'low', at: NOW + 1 })], NOW + 1),
        store.finishAttempts([finished(first)], NOW + 1),
        store.acceptObservations([observation({ key: 'another', name: 'another' })], NOW + 1),
      ])

      assert.deepEqual(
        claimed.map(({ event }) => event.kind === 'alert' && [event.name, event.newState]),
        [
          [observation().name, 'low'],
          ['another', 'high'],
        ],
      )
    })

    it('claimDue: nothing before it is due, never more than the limit, the longest due first', async () => {
      const store = await openStore()
      await seed(store, 5)

      const early = await claimAll(store, NOW - 1)
      const first = await claimDue(store, { limit: 2, now: NOW })
      const rest = await claimAll(store, NOW)

      assert.deepEqual(early, [])
      assert.deepEqual([first.length, rest.length], [2, 3])
      const ids = [...first, ...rest].map(({ deliveryId }) => deliveryId)
      assert.deepEqual(
        ids,
        ids.toSorted((a, b) => a - b),
      )
    })

    it('claimDue: no two callers at once get the same delivery', async () => {
      const store = await openStore()
      await seed(store, 50)

      const claims = (
        await Promise.all(Array.from({ length: 10 }, () => claimDue(store, { limit: 10, now: NOW })))
      ).flat()

      assert.equal(new Set(claims.map(({ deliveryId }) => deliveryId)).size, 50)
      assert.equal(claims.length, 50)
    })

    it('finishAttempts: writes the attempt and the end together', async () => {
      const store = await openStore()
      await seed(store, 1)
      const [claim] = await claimAll(store, NOW)
      assert.ok(claim)
      const attempt = finished(claim)

      const recorded = await store.finishAttempts([attempt], NOW + 7)

      assert.deepEqual(recorded, ['delivered'])
      const delivery = await store.findDelivery(claim.deliveryId)
      assert.deepEqual(
        [delivery?.state, delivery?.finishedAt, delivery?.dueAt, delivery?.lastReason],
        ['delivered', NOW + 7, null, 'HTTP 200'],
      )
      const { outcome, reason, failure, request, response, timing, startedAt } = attempt
      assert.deepEqual(await store.listAttempts(claim.deliveryId), [
        { number: 1, outcome, reason, failure, request, response, timing, startedAt },
      ])
    })

    it('finishAttempts: a retry is pending again with its later due time', async () => {
      const store = await openStore()
      await seed(store, 1)
      const [claim] = await claimAll(store, NOW)
      assert.ok(claim)

      await store.finishAttempts(
        [finished(claim, { state: 'pending', dueAt: NOW + 5000 }, { response: null })],
        NOW,
      )

      assert.deepEqual(await store.claimDue(claimRequest({ now: NOW + 4999 })), {
        claims: [],
        unreadable: [],
        nextAt: NOW + 5000,
      })
      const [second] = await claimAll(store, NOW + 5000)
      assert.deepEqual([second?.attempt, second?.scheduleAttempt], [2, 2])
      assert.equal((await store.claimDue(claimRequest({ now: NOW + 5000 }))).nextAt, null)
    })

    it('finishAttempts: nothing is written for a lease that was lost, others of the batch are', async () => {
      const store = await openStore()
      await seed(store, 2)
      const [lost, kept] = await claimAll(store, NOW)
      assert.ok(lost && kept)
      await store.finishAttempts([finished(kept, { state: 'pending', dueAt: NOW })], NOW)
      await store.reclaimLeases({ leasedBefore: NOW + LEASE_MS + 1, now: NOW + LEASE_MS + 1, limit: 10 })
      const again = await claimAll(store, NOW + LEASE_MS + 1)
      const keptAgain = again.find(({ deliveryId }) => deliveryId === kept.deliveryId)
      assert.ok(keptAgain)

      const recorded = await store.finishAttempts(
        [finished(lost), finished(keptAgain), finished(keptAgain)],
        NOW + LEASE_MS + 2,
      )

      assert.deepEqual(recorded, [null, 'delivered', null])
      assert.equal((await store.findDelivery(lost.deliveryId))?.state, 'sending')
      assert.equal((await store.findDelivery(kept.deliveryId))?.state, 'delivered')
    })

    it('finishAttempts: tells an attempt whose lease was lost from the next one, even in one batch', async () => {
      const store = await openStore()
      await seed(store, 1)
      const [lost] = await claimAll(store, NOW)
      assert.ok(lost)
      const later = NOW + LEASE_MS + 1
      await store.reclaimLeases({ leasedBefore: later, now: later, limit: 10 })
      const [again] = await claimAll(store, later)
      assert.ok(again)

      const recorded = await store.finishAttempts(
        [finished(lost, { state: 'failed' }), finished(again)],
        later,
      )

      assert.deepEqual(recorded, [null, 'delivered'])
      assert.equal((await store.findDelivery(lost.deliveryId))?.state, 'delivered')
      assert.deepEqual(
        (await store.listAttempts(lost.deliveryId)).map(({ number, outcome }) => [number, outcome]),
        [
          [1, 'retry'],
          [2, 'accept'],
        ],
      )
    })

    it('reclaimLeases: only what is past its lease, due at once, on record, without shrinking the schedule', async () => {
      const store = await openStore()
      await seed(store, 1)
      const [claim] = await claimAll(store, NOW)
      assert.ok(claim)

      const early = await store.reclaimLeases({
        leasedBefore: NOW + LEASE_MS,
        now: NOW + LEASE_MS,
        limit: 10,
      })
      const late = await store.reclaimLeases({
        leasedBefore: NOW + LEASE_MS + 1,
        now: NOW + LEASE_MS + 1,
        limit: 10,
      })

      assert.deepEqual([early, late], [0, 1])
      const [attempt] = await store.listAttempts(claim.deliveryId)
      assert.deepEqual(
        [attempt?.number, attempt?.outcome, attempt?.request, attempt?.response],
        [1, 'retry', null, null],
      )
      const [again] = await claimAll(store, NOW + LEASE_MS + 1)
      assert.deepEqual([again?.attempt, again?.scheduleAttempt], [2, 1])
    })

    it('claimDue: a lease lasts as long as the attempt at its webhook may take, and the margin', async () => {
      const store = await openStore()
      for (const timeoutMs of [null, 2_000, 60_000]) await store.createWebhook(newWebhook({ timeoutMs }), NOW)
      await store.acceptObservations([observation({ key: 'one' })], NOW)

      const claims = await claimDue(store, { lease: { timeoutMs: 15_000, marginMs: 3_000 } })

      assert.deepEqual(
        claims.map(({ leaseUntil }) => leaseUntil - NOW).toSorted((one, other) => one - other),
        [5_000, 18_000, 63_000],
      )
    })

    it('reclaimLeases: takes back at once what nodes have leased that are gone, and nothing of the others', async () => {
      const store = await openStore()
      await seed(store, 3)
      const [first] = await claimDue(store, { limit: 1, node: 'gone' })
      const [second] = await claimDue(store, { limit: 1, node: 'alive' })
      const [third] = await claimDue(store, { limit: 1, node: 'gone' })
      assert.ok(first && second && third)
      await store.finishAttempts([finished(third, { state: 'pending', dueAt: NOW })], NOW)
      const [taken] = await claimDue(store, { limit: 1, node: 'alive' })
      const reclaim = () =>
        store.reclaimLeases({ leasedBefore: NOW, now: NOW, limit: 10, goneNodes: ['before', 'gone'] })

      assert.deepEqual([await reclaim(), await reclaim()], [1, 0])

      assert.equal(taken?.deliveryId, third.deliveryId)
      const [again] = await claimDue(store, { node: 'alive' })
      assert.deepEqual([again?.deliveryId, again?.attempt, again?.scheduleAttempt], [first.deliveryId, 2, 1])
      assert.deepEqual(await store.finishAttempts([finished(first), finished(second)], NOW), [
        null,
        'delivered',
      ])
    })

    it('releaseClaims: due again at once and not counted; lost leases are passed over', async () => {
      const store = await openStore()
      await seed(store, 2)
      const claims = await claimAll(store, NOW)
      const [first, second] = claims
      assert.ok(first && second)
      await store.finishAttempts([finished(second)], NOW)

      await store.releaseClaims(claims, NOW + 1)

      const again = await claimAll(store, NOW + 1)
      assert.deepEqual(
        again.map(({ deliveryId, attempt }) => [deliveryId, attempt]),
        [[first.deliveryId, 1]],
      )
      assert.equal((await store.findDelivery(second.deliveryId))?.state, 'delivered')
    })

    it('retryDelivery: a failed one starts its schedule anew and keeps counting attempts', async () => {
      const store = await openStore()
      await seed(store, 1)
      const [claim] = await claimAll(store, NOW)
      assert.ok(claim)
      await assert.rejects(store.retryDelivery(claim.deliveryId, NOW), { code: 'conflict' })
      await store.finishAttempts([finished(claim, { state: 'failed' })], NOW)

      const retried = await store.retryDelivery(claim.deliveryId, NOW + 9)

      assert.deepEqual([retried.state, retried.dueAt, retried.finishedAt], ['pending', NOW + 9, null])
      const [again] = await claimAll(store, NOW + 9)
      assert.deepEqual([again?.attempt, again?.scheduleAttempt], [2, 1])
    })

    it('retryDelivery: a delivered one is sent once more', async () => {
      const store = await openStore()
      await seed(store, 1)
      const [claim] = await deliverAll(store, NOW)
      assert.ok(claim)

      const again = await store.retryDelivery(claim.deliveryId, NOW + 9)

      assert.deepEqual([again.state, again.dueAt, again.finishedAt], ['pending', NOW + 9, null])
      const [second] = await deliverAll(store, NOW + 9)
      assert.deepEqual(
        [second?.deliveryId, second?.attempt, second?.scheduleAttempt],
        [claim.deliveryId, 2, 1],
      )
      assert.equal((await store.findDelivery(claim.deliveryId))?.state, 'delivered')
    })

    it('retryDelivery: a pending one is due at once and starts its schedule anew; a held one stays held', async () => {
      const store = await openStore()
      await seed(store, 1)
      const [claim] = await claimAll(store, NOW)
      assert.ok(claim)
      await store.finishAttempts([finished(claim, { state: 'pending', dueAt: NOW + 60_000 })], NOW)

      const retried = await store.retryDelivery(claim.deliveryId, NOW + 9)

      assert.deepEqual([retried.state, retried.dueAt], ['pending', NOW + 9])
      const [again] = await claimAll(store, NOW + 9)
      assert.ok(again)
      assert.deepEqual([again.attempt, again.scheduleAttempt], [2, 1])
      await store.finishAttempts([finished(again, { state: 'pending', dueAt: NOW + 60_000 })], NOW + 9)
      await store.changeWebhook(again.webhook.id, { enabled: false }, { now: NOW + 10 })
      assert.equal((await store.retryDelivery(claim.deliveryId, NOW + 11)).dueAt, null)
    })

    it('claimDue: the epoch in which a delivery was made stays with it, whatever becomes of it', async () => {
      const store = await openStore()
      await seed(store, 1)
      const claim = async () => (await claimDue(store))[0] as Claim
      const first = await claim()
      await store.finishAttempts([finished(first, { state: 'pending', dueAt: NOW })], NOW)
      const second = await claim()
      await store.releaseClaims([second], NOW)
      await store.finishAttempts([finished(await claim(), { state: 'failed' })], NOW)
      await store.retryDelivery(first.deliveryId, NOW)
      await store.cancelDelivery(first.deliveryId, NOW)
      await store.retryDelivery(first.deliveryId, NOW)
      const last = await claim()

      assert.match(String(first.epoch), /^[0-9a-f]{8}$/)
      assert.deepEqual([second.epoch, last.epoch], [first.epoch, first.epoch])
    })

    it('retryDelivery: refuses what is unknown, waits, or was for a deleted webhook', async () => {
      const store = await openStore()
      await seed(store, 1)
      const [claim] = await deliverAll(store, NOW)
      assert.ok(claim)

      await assert.rejects(store.retryDelivery(claim.deliveryId + 1, NOW), { code: 'not_found' })
      const more = [observation({ key: 'more' }), observation({ key: 'more', state: 'low', at: NOW + 1 })]
      await store.acceptObservations(more, NOW)
      const [waiting] = await store.listDeliveries({ states: ['waiting'] }, { limit: 1 })
      await assert.rejects(store.retryDelivery(waiting?.id ?? 0, NOW), { code: 'conflict' })
      await store.deleteWebhook(claim.webhook.id, { now: NOW })
      const [cancelled] = await store.listDeliveries({ states: ['cancelled'] }, { limit: 1 })
      await assert.rejects(store.retryDelivery(cancelled?.id ?? 0, NOW), { code: 'conflict' })
    })

    it('cancelDelivery: ends what waits; refuses what is unknown, being sent or ended', async () => {
      const store = await openStore()
      await seed(store, 1)
      const [delivery] = await store.listDeliveries({}, { limit: 1 })
      assert.ok(delivery)

      const cancelled = await store.cancelDelivery(delivery.id, NOW + 1)

      assert.deepEqual([cancelled.state, cancelled.finishedAt], ['cancelled', NOW + 1])
      assert.deepEqual(await claimAll(store, NOW + 1), [])
      await assert.rejects(store.cancelDelivery(delivery.id, NOW), { code: 'conflict' })
      await assert.rejects(store.cancelDelivery(delivery.id + 1, NOW), { code: 'not_found' })
    })

    it('countBacklog: counts what is unfinished and names the longest due', async () => {
      const store = await openStore()
      await seed(store, 3)
      await store.acceptObservations([observation({ key: 'key 0', state: 'low', at: NOW + 1 })], NOW + 1)
      await claimDue(store, { limit: 1, now: NOW })

      assert.deepEqual(
        await store.countBacklog(NOW + 5),
        backlog({ waiting: 1, pending: 2, sending: 1, oldestDueAt: NOW }),
      )
      assert.equal((await store.countBacklog(NOW - 1)).oldestDueAt, null)
    })

    it('summariseQueues: names the longest due as the backlog does, and none before it is due', async () => {
      const store = await openStore()
      const oldestDue = async (now: number) => (await store.summariseQueues(now)).oldestDueAt
      assert.equal(await oldestDue(NOW), null)
      await seed(store, 3)
      await claimDue(store, { limit: 1, now: NOW })

      assert.equal(await oldestDue(NOW + 5), NOW)
      assert.equal(await oldestDue(NOW - 1), null)
    })

    it('close: later calls are refused as unavailable; twice is harmless', async () => {
      const store = await openStore()

      await store.close()
      await store.close()

      await assert.rejects(store.checkHealth(NOW), { code: 'unavailable' })
    })
  })
}
