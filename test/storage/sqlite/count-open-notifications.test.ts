import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { openSqliteStore } from '../../../src/storage/sqlite/engine/store.ts'
import type { ReceiverStateKey } from '../../../src/domain/receiver-state/receiver-state.ts'
import { NOW } from '../../support/build.ts'
import { desired, report } from '../suite/receiver-state/support.ts'

describe('SQLite: how many notifications are open', () => {
  it('is counted in steps, of which none counts more than it may', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'tocsin-count-'))
    const { store } = await openSqliteStore({ file: join(folder, 'tocsin.db'), sizeMax: 0 })
    t.after(async () => {
      await store.close()
      await rm(folder, { recursive: true })
    })
    for (const name of ['one', 'two']) await store.createWebhook(desired({ name }), NOW)
    for (const key of ['a', 'b', 'c']) await report(store, ['high'], { key })

    const stepsOf = async (limit: number) => {
      const counts: number[] = []
      let after: ReceiverStateKey | undefined
      do {
        const { count, next } = await store.countOpenNotifications({ limit, ...(after && { after }) })
        counts.push(count)
        after = next
      } while (after)
      return counts
    }

    assert.deepEqual(await stepsOf(7), [6])
    assert.deepEqual(await stepsOf(6), [6, 0])
    assert.deepEqual(await stepsOf(4), [4, 2])
    assert.deepEqual(await stepsOf(1), [1, 1, 1, 1, 1, 1, 0])
  })
})
