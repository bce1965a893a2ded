import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { jobRunReport, newWebhook, NOW, observation } from '../../support/build.ts'
import { claimAll, deliverAll, finished, LEASE_MS } from './finish.ts'
import type { OpenStore } from './store-suite.ts'

const states = ['low', 'medium', 'high', 'cleared'] as const
const story = (key: string) => states.map((state, index) => observation({ key, state, at: NOW + index }))

export function exerciseOrder(engine: string, openStore: OpenStore): void {
  describe(`${engine}: order per alert and per job`, () => {
    it('the notifications of one alert are claimed one at a time, oldest first, and different alerts at once', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await store.acceptObservations([...story('a'), ...story('b')], NOW)

      const rounds: string[][] = []
      for (;;) {
        const claims = await claimAll(store, NOW)
        if (claims.length === 0) break
        rounds.push(
          claims.map(({ event }) => (event.kind === 'alert' ? `${event.alertKey} ${event.newState}` : '')),
        )
        await store.finishAttempts(
          claims.map((claim) => finished(claim)),
          NOW,
        )
      }

      assert.deepEqual(
        rounds,
        states.map((state) => [`a ${state}`, `b ${state}`]),
      )
    })

    it('a clear waits while its raise is retried, and leaves when the raise has failed for good', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await store.acceptObservations(
        [observation({ state: 'high' }), observation({ state: 'cleared', at: NOW + 1 })],
        NOW,
      )
      const [episodeNumber] = await claimAll(store, NOW)
      assert.ok(episodeNumber)

      await store.finishAttempts([finished(episodeNumber, { state: 'pending', dueAt: NOW + 100 })], NOW)
      const tooEarly = await claimAll(store, NOW + 50)
      const [again] = await claimAll(store, NOW + 100)
      assert.ok(again)
      await store.finishAttempts([finished(again, { state: 'failed' })], NOW + 100)

      assert.deepEqual(tooEarly, [])
      assert.equal(again.deliveryId, episodeNumber.deliveryId)
      const [clear] = await claimAll(store, NOW + 100)
      assert.equal(clear?.event.kind === 'alert' && clear.event.newState, 'cleared')
    })

    it('two webhooks have lines of their own: one that hangs does not hold up the other', async () => {
      const store = await openStore()
      const slow = await store.createWebhook(newWebhook(), NOW)
      const quick = await store.createWebhook(newWebhook(), NOW)
      await store.acceptObservations(story('a'), NOW)

      const first = await claimAll(store, NOW)
      const rest = first.filter(({ webhook }) => webhook.id === quick.id)
      await store.finishAttempts(
        rest.map((claim) => finished(claim)),
        NOW,
      )
      const delivered = await deliverAll(store, NOW)

      assert.deepEqual(
        delivered.map(({ webhook }) => webhook.id),
        [quick.id, quick.id, quick.id],
      )
      const waiting = await store.listDeliveries({ webhookId: slow.id, states: ['waiting'] }, { limit: 10 })
      assert.equal(waiting.length, 3)
    })

    it('runs of one job keep their order, runs of different jobs do not wait for each other', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook({ payloadType: 'JOB' }), NOW)
      await store.acceptJobRuns(
        [
          jobRunReport({ runId: '1' }),
          jobRunReport({ runId: '2' }),
          jobRunReport({ jobId: 'other', runId: '1' }),
        ],
        NOW,
      )

      const first = await claimAll(store, NOW)
      await store.finishAttempts(
        first.map((claim) => finished(claim)),
        NOW,
      )
      const second = await claimAll(store, NOW)

      const names = (claims: typeof first) =>
        claims.map(({ event }) => (event.kind === 'job_run' ? `${event.jobId} ${event.runId}` : ''))
      assert.deepEqual([names(first), names(second)], [['12 1', 'other 1'], ['12 2']])
    })

    it('cancelling the first in line lets the next one go; cancelling one behind it does not', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await store.acceptObservations(story('a').slice(0, 3), NOW)
      const [first, second, third] = (await store.listDeliveries({}, { limit: 10 })).toReversed()
      assert.ok(first && second && third)

      await store.cancelDelivery(second.id, NOW)
      const stillFirst = (await store.listDeliveries({ states: ['pending'] }, { limit: 10 })).map(
        ({ id }) => id,
      )
      await store.cancelDelivery(first.id, NOW)

      assert.deepEqual(stillFirst, [first.id])
      assert.deepEqual(
        (await claimAll(store, NOW)).map(({ deliveryId }) => deliveryId),
        [third.id],
      )
    })

    it('a failed one that is retried by hand waits for the one that is under way', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await store.acceptObservations(story('a').slice(0, 2), NOW)
      const [episodeNumber] = await claimAll(store, NOW)
      assert.ok(episodeNumber)
      await store.finishAttempts([finished(episodeNumber, { state: 'failed' })], NOW)
      const [clear] = await claimAll(store, NOW)
      assert.ok(clear)

      const retried = await store.retryDelivery(episodeNumber.deliveryId, NOW + 1)
      const meanwhile = await claimAll(store, NOW + 1)
      await store.finishAttempts([finished(clear)], NOW + 2)

      assert.equal(retried.state, 'waiting')
      assert.deepEqual(meanwhile, [])
      assert.deepEqual(
        (await claimAll(store, NOW + 2)).map(({ deliveryId }) => deliveryId),
        [episodeNumber.deliveryId],
      )
    })

    it('a reclaimed one keeps its place in the line', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await store.acceptObservations(story('a').slice(0, 2), NOW)
      const [episodeNumber] = await claimAll(store, NOW)

      const later = NOW + LEASE_MS + 1
      await store.reclaimLeases({ leasedBefore: later, now: later, limit: 10 })

      assert.deepEqual(
        (await claimAll(store, later)).map(({ deliveryId }) => deliveryId),
        [episodeNumber?.deliveryId],
      )
    })
  })
}
