import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Delivery } from '../../../src/domain/delivery/delivery.ts'
import { RUNNING_OPERATIONS_MAX, type NewOperation } from '../../../src/domain/operation/operation.ts'
import type { Store } from '../../../src/storage/store.ts'
import { jobRunReport, newWebhook, NOW, observation } from '../../support/build.ts'
import { claimAll, claimDue, deliverAll, finished } from './finish.ts'
import { countStates, counts, doneCounts, runToEnd } from './run-operation.ts'
import type { OpenStore } from './store-suite.ts'

const STATES = ['low', 'medium', 'high'] as const

const retryFailed: NewOperation = { kind: 'retry', filter: { states: ['failed'] }, targetWebhookId: null }
const cancelAll: NewOperation = {
  kind: 'cancel',
  filter: { states: ['waiting', 'pending', 'sending'] },
  targetWebhookId: null,
}
const reroute = (targetWebhookId: number, filter: Partial<NewOperation['filter']> = {}): NewOperation => ({
  kind: 'reroute',
  filter: { states: ['waiting', 'pending', 'sending', 'failed'], ...filter },
  targetWebhookId,
})

/** Each alert goes through low, medium and high; nothing is sent. */
async function report(store: Store, keys: readonly string[]): Promise<void> {
  for (const [index, state] of STATES.entries()) {
    await store.acceptObservations(
      keys.map((key) => observation({ key, state, at: NOW + index })),
      NOW + index,
    )
  }
}

async function failAll(store: Store): Promise<void> {
  for (;;) {
    const claims = await claimAll(store, NOW + 20)
    if (claims.length === 0) return
    await store.finishAttempts(
      claims.map((claim) => finished(claim, { state: 'failed' })),
      NOW + 10,
    )
  }
}

/** The states of the alert, in the order in which a webhook was notified of it. */
async function sentStates(store: Store, webhookId: number): Promise<readonly string[]> {
  const claims = await deliverAll(store, NOW + 30)
  return claims
    .filter(({ webhook }) => webhook.id === webhookId)
    .map(({ event }) => (event.kind === 'alert' ? event.newState : event.status))
}

const idsOf = (deliveries: readonly Delivery[]) => deliveries.map(({ id }) => id).toSorted((a, b) => a - b)

export function exerciseOperations(engine: string, openStore: OpenStore): void {
  describe(`${engine}: operations on many deliveries`, () => {
    it('startOperation: gives back what was asked, with who and when; it ends at once if nothing fits', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook(), NOW)
      await report(store, ['a'])

      const filter = { states: ['pending'], webhookId: id, alertId: 1, from: NOW, until: NOW + 9 } as const
      const by = { tokenId: 3, userId: null, name: 'ops', address: null }
      const started = await store.startOperation(
        { kind: 'cancel', filter, targetWebhookId: null },
        NOW + 7,
        by,
      )
      const empty = await store.startOperation(retryFailed, NOW + 7)

      assert.deepEqual(started, {
        id: started.id,
        kind: 'cancel',
        filter,
        targetWebhookId: null,
        state: 'running',
        reason: null,
        examinedCount: 0,
        changedCount: 0,
        skippedCount: 0,
        cancelledCount: 0,
        heldCount: 0,
        notifiedCount: 0,
        alreadyNotifiedCount: 0,
        doneShare: 0,
        createdAt: NOW + 7,
        finishedAt: null,
        createdBy: 'ops',
      })
      assert.deepEqual(await store.findOperation(started.id), started)
      assert.deepEqual([empty.state, empty.finishedAt, empty.doneShare], ['done', NOW + 7, 1])
      assert.deepEqual(await store.listOperations({}, { limit: 5, charactersMax: 1_000_000 }), [
        empty,
        started,
      ])
      assert.deepEqual(await store.listOperations({ states: ['running'] }, { limit: 5 }), [started])
      assert.deepEqual(await store.listOperations({}, { limit: 5, before: empty.id }), [started])
      assert.equal(await store.findOperation(99), undefined)
    })

    it('startOperation: refuses more than may run, and a target that cannot be', async () => {
      const store = await openStore()
      const alerts = await store.createWebhook(newWebhook(), NOW)
      const jobs = await store.createWebhook(newWebhook({ payloadType: 'JOB' }), NOW)
      await report(store, ['a'])

      const wrong = [reroute(99), reroute(alerts.id, { webhookId: alerts.id })]
      for (const operation of [...wrong, reroute(jobs.id, { webhookId: alerts.id })])
        await assert.rejects(store.startOperation(operation, NOW), { code: 'invalid_request' })
      for (let count = 0; count < RUNNING_OPERATIONS_MAX; count += 1)
        await store.startOperation(cancelAll, NOW)
      await assert.rejects(store.startOperation(cancelAll, NOW), { code: 'conflict' })

      await store.stopOperation(1, NOW)
      await store.startOperation(cancelAll, NOW)
    })

    it('retry: in bounded steps, each failed one anew from the start of its schedule, oldest first per alert', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook(), NOW)
      await report(store, ['a', 'b', 'c'])
      await failAll(store)
      await store.startOperation(retryFailed, NOW + 11)

      const first = await store.advanceOperations({ now: NOW + 20, limit: 4 })
      const after = await countStates(store, id)
      const ended = await runToEnd(store, 4)

      assert.ok(first)
      assert.deepEqual([first.state, counts(first), first.doneShare], ['running', [4, 4, 0], 0.444])
      assert.deepEqual(after, { pending: 3, waiting: 1, failed: 5 })
      assert.deepEqual(
        [ended.state, counts(ended), ended.doneShare, ended.finishedAt],
        ['done', [9, 9, 0], 1, NOW + 20],
      )
      const [claim] = await claimDue(store, { limit: 1, now: NOW + 20 })
      assert.deepEqual([claim?.attempt, claim?.scheduleAttempt], [2, 1])
      await store.releaseClaims(claim ? [claim] : [], NOW + 20)
      const notified = await sentStates(store, id)
      assert.deepEqual(notified.slice(0, 3), ['low', 'low', 'low'])
      assert.deepEqual(notified.slice(-3), ['high', 'high', 'high'])
    })

    it('retry: only what was there when it began, and only what the filter names', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook(), NOW)
      const other = await store.createWebhook(newWebhook(), NOW)
      await report(store, ['a', 'b'])
      await failAll(store)
      await store.startOperation({ ...retryFailed, filter: { states: ['failed'], webhookId: id } }, NOW)
      await store.acceptObservations([observation({ key: 'late' })], NOW)
      await failAll(store)

      const ended = await runToEnd(store)

      assert.deepEqual(counts(ended), [6, 6, 0])
      assert.deepEqual(await countStates(store, id), { pending: 2, waiting: 4, failed: 1 })
      assert.deepEqual(await countStates(store, other.id), { failed: 7 })
    })

    it('retry: by event, alert and time', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook(), NOW)
      await report(store, ['a', 'b'])
      await failAll(store)
      const retried = async (filter: Partial<NewOperation['filter']>) => {
        await store.startOperation({ ...retryFailed, filter: { states: ['failed'], ...filter } }, NOW)
        const ended = await runToEnd(store)
        await failAll(store)
        return ended.changedCount
      }

      const counted = [
        await retried({ eventId: 1 }),
        await retried({ alertId: 2 }),
        await retried({ from: NOW + 1 }),
        await retried({ until: NOW + 1 }),
        await retried({ webhookId: id, alertId: 1, from: NOW + 2 }),
      ]

      assert.deepEqual(counted, [1, 3, 4, 2, 1])
    })

    it('retry: skips and counts those whose webhook has been deleted', async () => {
      const store = await openStore()
      const gone = await store.createWebhook(newWebhook(), NOW)
      const { id } = await store.createWebhook(newWebhook(), NOW)
      await report(store, ['a'])
      await failAll(store)
      await store.deleteWebhook(gone.id, { now: NOW + 11 })
      await store.startOperation(retryFailed, NOW + 11)

      const ended = await runToEnd(store)

      assert.deepEqual(counts(ended), [6, 3, 3])
      assert.deepEqual(await countStates(store, gone.id), { failed: 3 })
      assert.deepEqual(await countStates(store, id), { pending: 1, waiting: 2 })
    })

    it('cancel: waiting and pending ones end with the name of the operation; what is being sent is skipped', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook(), NOW)
      await report(store, ['a', 'b'])
      const [sending] = await claimDue(store, { limit: 1, now: NOW })
      assert.ok(sending)
      const { id: operationId } = await store.startOperation(cancelAll, NOW + 5)

      const ended = await runToEnd(store)

      assert.deepEqual(counts(ended), [6, 5, 1])
      assert.deepEqual(await countStates(store, id), { sending: 1, cancelled: 5 })
      const [cancelled] = await store.listDeliveries({ states: ['cancelled'] }, { limit: 1 })
      assert.deepEqual(
        [cancelled?.lastReason, cancelled?.finishedAt],
        [`cancelled by operation ${operationId}`, NOW + 20],
      )
      assert.deepEqual(await store.finishAttempts([finished(sending)], NOW + 21), ['delivered'])
      assert.deepEqual(await claimAll(store, NOW + 99), [])
    })

    it('reroute: the target is notified of the same events in their order, the old ones are cancelled or stay failed', async () => {
      const store = await openStore()
      const { id: from } = await store.createWebhook(newWebhook(), NOW)
      await report(store, ['a'])
      const [low] = await claimAll(store, NOW)
      assert.ok(low)
      await store.finishAttempts([finished(low, { state: 'failed' })], NOW)
      const { id: to } = await store.createWebhook(newWebhook(), NOW + 4)
      const { id: operationId } = await store.startOperation(reroute(to, { webhookId: from }), NOW + 5)

      const ended = await runToEnd(store)

      assert.deepEqual(counts(ended), [3, 3, 0])
      assert.deepEqual(await countStates(store, from), { failed: 1, cancelled: 2 })
      const [cancelled] = await store.listDeliveries({ states: ['cancelled'] }, { limit: 1 })
      assert.equal(cancelled?.lastReason, `rerouted to webhook ${to} by operation ${operationId}`)
      const moved = await store.listDeliveries({ webhookId: to }, { limit: 9 })
      assert.deepEqual(
        moved.map((delivery) => [delivery.state, delivery.operationId, delivery.createdAt]),
        [
          ['waiting', operationId, NOW + 20],
          ['waiting', operationId, NOW + 20],
          ['pending', operationId, NOW + 20],
        ],
      )
      assert.deepEqual(await sentStates(store, to), ['low', 'medium', 'high'])
    })

    it('reroute: never twice to the same target; what it has or had is not made again, in whatever run', async () => {
      const store = await openStore()
      const first = await store.createWebhook(newWebhook(), NOW)
      const second = await store.createWebhook(newWebhook(), NOW)
      const { id: to } = await store.createWebhook(
        newWebhook({ alertFlags: { low: true, medium: false, high: false, cleared: false } }),
        NOW,
      )
      await report(store, ['a'])
      await store.startOperation(reroute(to), NOW + 5)

      const ended = await runToEnd(store)
      await deliverAll(store, NOW + 30)
      await store.startOperation(reroute(to, { states: ['cancelled'] }), NOW + 40)
      const again = await runToEnd(store)

      // Six of two webhooks are cancelled; its own is left alone.
      assert.deepEqual(counts(ended), [7, 6, 1])
      assert.deepEqual(await countStates(store, first.id), { cancelled: 3 })
      assert.deepEqual(await countStates(store, second.id), { cancelled: 3 })
      assert.deepEqual(await countStates(store, to), { delivered: 3 })
      assert.deepEqual(counts(again), [6, 0, 6])
      // Its own delivery carried the low alert, and the delivery of the first webhook carried the others.
      assert.deepEqual(doneCounts(ended), [6, 0, 2, 4])
      assert.deepEqual(doneCounts(again), [0, 0, 0, 6])
      const reasons = (await store.listDeliveries({ states: ['cancelled'] }, { limit: 9 })).map(
        ({ lastReason }) => lastReason,
      )
      const known = `cancelled by operation ${ended.id}: webhook ${to} had been notified already`
      const rerouted = `rerouted to webhook ${to} by operation ${ended.id}`
      assert.deepEqual(reasons.toSorted(), [known, known, known, known, rerouted, rerouted])
    })

    it('reroute: skips what is being sent and what the target is not for; fails when the target is deleted', async () => {
      const store = await openStore()
      const alerts = await store.createWebhook(newWebhook(), NOW)
      const jobs = await store.createWebhook(newWebhook({ payloadType: 'JOB' }), NOW)
      await report(store, ['a', 'b'])
      await store.acceptJobRuns([jobRunReport()], NOW + 3)
      await claimDue(store, { limit: 1, now: NOW })
      const to = await store.createWebhook(newWebhook(), NOW + 4)

      await store.startOperation(reroute(to.id), NOW + 5)
      const ended = await runToEnd(store)
      const gone = await store.createWebhook(newWebhook(), NOW + 4)
      await store.startOperation(reroute(gone.id), NOW + 5)
      await store.deleteWebhook(gone.id, { now: NOW + 6 })
      const failed = await runToEnd(store)

      assert.deepEqual(counts(ended), [7, 5, 2])
      assert.deepEqual(await countStates(store, alerts.id), { sending: 1, cancelled: 5 })
      assert.deepEqual(await countStates(store, jobs.id), { pending: 1 })
      assert.deepEqual(await countStates(store, to.id), { pending: 2, waiting: 3 })
      assert.deepEqual(
        [failed.state, failed.reason, counts(failed)],
        ['failed', `webhook ${gone.id} has been deleted`, [0, 0, 0]],
      )
    })

    it('stopOperation: what is done stays done, the rest is left alone; not twice, not after the end', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook(), NOW)
      await report(store, ['a'])
      await failAll(store)
      const started = await store.startOperation(retryFailed, NOW + 11)
      await store.advanceOperations({ now: NOW + 12, limit: 1 })

      const stopped = await store.stopOperation(started.id, NOW + 13)

      assert.deepEqual([stopped.state, stopped.finishedAt, counts(stopped)], ['stopped', NOW + 13, [1, 1, 0]])
      assert.equal(await store.advanceOperations({ now: NOW + 14, limit: 1 }), null)
      assert.deepEqual(await countStates(store, id), { pending: 1, failed: 2 })
      await assert.rejects(store.stopOperation(started.id, NOW), { code: 'conflict' })
      await assert.rejects(store.stopOperation(99, NOW), { code: 'not_found' })
    })

    it('advanceOperations: several take turns, so that a short one does not wait for a long one', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await report(store, ['a', 'b', 'c', 'd'])
      await failAll(store)
      const long = await store.startOperation(retryFailed, NOW + 11)
      const filter = { states: ['failed'], eventId: 12 } as const
      const short = await store.startOperation({ ...retryFailed, filter }, NOW + 11)

      const turns: (number | undefined)[] = []
      for (let step = 0; step < 4; step += 1)
        turns.push((await store.advanceOperations({ now: NOW + 12, limit: 1 }))?.id)

      assert.deepEqual(turns, [long.id, short.id, long.id, long.id])
      assert.equal((await store.findOperation(short.id))?.state, 'done')
    })

    it('countDeliveries and listDeliveries: everything that is not delivered, newest first, page by page', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook(), NOW)
      await report(store, ['a', 'b', 'c'])
      const [delivered, failed] = await claimDue(store, { limit: 2, now: NOW })
      assert.ok(delivered && failed)
      await store.finishAttempts([finished(delivered), finished(failed, { state: 'failed' })], NOW + 9)
      await claimDue(store, { limit: 1, now: NOW + 9 })
      const states = ['waiting', 'pending', 'sending', 'failed', 'cancelled'] as const
      await store.cancelDelivery(3 + 6, NOW + 9)

      const all = await store.listDeliveries({ states }, { limit: 100 })
      const page = await store.listDeliveries({ states, webhookId: id }, { limit: 3, before: 8 })

      assert.deepEqual(new Set(all.map(({ state }) => state)), new Set(states))
      assert.deepEqual(
        all.map((delivery) => delivery.id),
        [9, 8, 7, 6, 5, 4, 3, 2],
      )
      assert.deepEqual(idsOf(page), [5, 6, 7])
      assert.deepEqual(
        [
          await store.countDeliveries({ states }, 100),
          await store.countDeliveries({ states }, 5),
          await store.countDeliveries({ states, eventId: 2 }, 100),
        ],
        [8, 5, 1],
      )
    })

    it('pruneHistory: operations that have ended go with their time', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await report(store, ['a'])
      await store.startOperation(retryFailed, NOW)
      const running = await store.startOperation(cancelAll, NOW)

      await store.pruneHistory({ endedBefore: NOW + 1, now: NOW, limit: 10 })

      assert.deepEqual(await store.listOperations({}, { limit: 9 }), [running])
    })
  })
}
