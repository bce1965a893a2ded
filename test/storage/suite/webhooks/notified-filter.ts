import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { NewOperation } from '../../../../src/domain/operation/operation.ts'
import { jobRunReport, newWebhook, NOW, observation } from '../../../support/build.ts'
import { countStates, counts, runToEnd } from '../run-operation.ts'
import type { OpenStore } from '../store-suite.ts'

const cancelAll: NewOperation = {
  kind: 'cancel',
  filter: { states: ['waiting', 'pending', 'sending'] },
  targetWebhookId: null,
}

export function exerciseNotifiedFilter(engine: string, openStore: OpenStore): void {
  describe(`${engine}: operations by what deliveries tell`, () => {
    it('advanceOperations: touches only what tells of the severities and the kind that are named', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook(), NOW)
      const { id: jobs } = await store.createWebhook(newWebhook({ payloadType: 'JOB' }), NOW)
      for (const state of ['low', 'medium', 'high'] as const)
        await store.acceptObservations(
          ['a', 'b'].map((key) => observation({ key, state })),
          NOW,
        )
      await store.acceptJobRuns([jobRunReport({ runId: '1' }), jobRunReport({ runId: '2' })], NOW)
      const begin = (filter: Partial<NewOperation['filter']>) =>
        store.startOperation({ ...cancelAll, filter: { ...cancelAll.filter, ...filter } }, NOW + 9)

      const asked = await begin({ severities: ['medium', 'high'], from: NOW })
      const high = await runToEnd(store)
      const leftOfAlerts = await countStates(store, id)
      await begin({ severities: ['low'], kind: 'job_run' })
      const neither = await runToEnd(store)
      await begin({ kind: 'job_run' })
      const runs = await runToEnd(store)

      assert.deepEqual(asked.filter, { ...cancelAll.filter, severities: ['medium', 'high'], from: NOW })
      assert.deepEqual(counts(high), [4, 4, 0])
      assert.deepEqual(leftOfAlerts, { pending: 2, cancelled: 4 })
      assert.deepEqual(counts(neither), [0, 0, 0])
      assert.deepEqual(counts(runs), [2, 2, 0])
      assert.deepEqual(await countStates(store, id), { pending: 2, cancelled: 4 })
      assert.deepEqual(await countStates(store, jobs), { cancelled: 2 })
    })
  })
}
