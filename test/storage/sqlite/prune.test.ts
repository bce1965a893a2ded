import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { openSqliteStore } from '../../../src/storage/sqlite/engine/store.ts'
import { newWebhook, NOW, observation } from '../../support/build.ts'

const folder = await mkdtemp(join(tmpdir(), 'tocsin-prune-'))
after(() => rm(folder, { recursive: true, force: true }))

describe('SQLite: pruneHistory', () => {
  it('goes by the moment, not by the day, and responses exactly how many rows went', async () => {
    const { store } = await openSqliteStore({ file: join(folder, 'exact.db'), sizeMax: 0 })
    await store.createWebhook(newWebhook(), NOW)
    for (const at of [NOW, NOW + 499, NOW + 500]) {
      await store.acceptObservations([observation({ key: `${at}`, at })], at)
      // Nothing was sent, so that it is not kept for the clears of the alerts.
      for (const { id } of await store.listDeliveries({}, { limit: 1 })) await store.cancelDelivery(id, at)
    }

    const steps = []
    for (let count = -1; count !== 0; steps.push(count)) {
      count = await store.pruneHistory({ endedBefore: NOW + 500, now: NOW + 500, limit: 1 })
    }

    // Of each of the two a delivery and an event; their alerts are raised, and stay.
    assert.deepEqual(steps, [2, 2, 0])
    const left = await store.listEvents({}, { limit: 10 })
    assert.deepEqual(
      left.map(({ acceptedAt }) => acceptedAt),
      [NOW + 500],
    )
    assert.equal((await store.listDeliveries({}, { limit: 10 })).length, 1)
    await store.close()
  })
})
