import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openPostgresStore } from '../../../src/storage/postgres/store.ts'
import { newWebhook, NOW, observation } from '../../support/build.ts'
import { SilentCommits } from '../../support/databases/silent-commits.ts'
import { createTestDatabase } from '../../support/databases/test-engine.ts'
import { claimAll, deliverAll } from '../suite/finish.ts'

describe('a lease whose commit is not answered', () => {
  for (const mode of ['every_change', 'current_state'] as const) {
    it(`is given back by the next call, uncounted (mode ${mode})`, async (t) => {
      const direct = await createTestDatabase()
      const { way, url } = await SilentCommits.start(direct)
      const { store } = await openPostgresStore({ url, poolMax: 3 })
      t.after(async () => {
        await store.close()
        await way.stop()
      })
      await store.createWebhook(newWebhook({ mode }), NOW)
      const reports = ['a', 'b', 'c'].map((key) => observation({ key }))
      await store.acceptObservations(reports, NOW)
      way.toLose = 1

      await assert.rejects(claimAll(store, NOW), { code: 'unavailable' })
      assert.equal(way.lostCount, 1)
      assert.deepEqual(await claimAll(store, NOW + 200), [], 'they are due again')
      const claims = await claimAll(store, NOW + 300)

      assert.deepEqual(
        claims.map(({ attempt, scheduleAttempt }) => [attempt, scheduleAttempt]),
        [
          [1, 1],
          [1, 1],
          [1, 1],
        ],
      )
      // What was claimed rightly since is not given back.
      assert.deepEqual(await deliverAll(store, NOW + 1_000), [])
    })
  }
})
