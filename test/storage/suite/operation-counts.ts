import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Store } from '../../../src/storage/store.ts'
import { newWebhook, NOW, observation } from '../../support/build.ts'
import { claimAll, finished } from './finish.ts'
import { counts, doneCounts, runToEnd } from './run-operation.ts'
import type { OpenStore } from './store-suite.ts'

/** An operation counts the webhooks it notified, those still to be notified, and those that knew already. */
export function exerciseOperationCounts(engine: string, openStore: OpenStore): void {
  describe(`${engine}: what came of operations`, () => {
    it('retry: counts apart those that are held, because their webhook is disabled', async () => {
      const store = await openStore()
      const off = await store.createWebhook(newWebhook(), NOW)
      await store.createWebhook(newWebhook(), NOW)
      await report(store)
      await failAll(store)
      await store.changeWebhook(off.id, { enabled: false }, { now: NOW + 11 })
      await store.startOperation(
        { kind: 'retry', filter: { states: ['failed'] }, targetWebhookId: null },
        NOW + 11,
      )

      const ended = await runToEnd(store)

      assert.deepEqual(
        [counts(ended), doneCounts(ended)],
        [
          [6, 6, 0],
          [0, 3, 0, 0],
        ],
      )
    })

    it('findNotified: what a webhook was notified of or is to be notified of, but not what failed or was cancelled', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook(), NOW)
      await report(store)
      const [first] = await claimAll(store, NOW)
      assert.ok(first)
      await store.finishAttempts([finished(first)], NOW + 10)
      const [second] = await claimAll(store, NOW + 20)
      assert.ok(second)
      await store.finishAttempts([finished(second, { state: 'failed' })], NOW + 21)
      const third = await store.createWebhook(newWebhook(), NOW + 30)

      const notified = await store.findReceiverState(id, [1, 2, 3, 99])

      assert.deepEqual(
        notified.toSorted((a, b) => a - b),
        [1, 3],
      )
      assert.deepEqual(await store.findReceiverState(third.id, [1, 2, 3]), [])
    })
  })
}

/** The alert goes through low, medium and high; nothing is sent. */
async function report(store: Store): Promise<void> {
  for (const [index, state] of (['low', 'medium', 'high'] as const).entries())
    await store.acceptObservations([observation({ state, at: NOW + index })], NOW + index)
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
