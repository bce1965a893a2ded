import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newWebhook, NOW } from '../../../support/build.ts'
import type { OpenStore } from '../store-suite.ts'
import { attempt, desired, report } from './support.ts'

/** How much is remembered, and what it is of. */
export function exerciseOpen(engine: string, openStore: OpenStore): void {
  describe(`${engine}: how many notifications are open`, () => {
    it('is counted over all webhooks', async () => {
      const store = await openStore()
      await store.createWebhook(desired(), NOW)
      await store.createWebhook(desired({ enabled: false }), NOW)
      for (const key of ['a', 'b', 'c']) await report(store, ['high'], { key })
      const countAll = () => store.countOpenNotifications({ limit: 100 })

      const before = await countAll()
      await attempt(store, NOW)
      await report(store, ['cleared'], { key: 'a', at: NOW + 10 })
      await attempt(store, NOW + 20)

      assert.deepEqual(before, { count: 6, next: undefined })
      // The disabled one was never notified of it.
      assert.deepEqual(await countAll(), { count: 4, next: undefined })
    })

    it('and what has been raised for longest comes first, by its own order', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await report(store, ['high'], { key: 'again', at: NOW })
      await report(store, ['low'], { key: 'old', at: NOW + 10 })
      await report(store, ['cleared', 'high'], { key: 'again', at: NOW + 20 })
      await report(store, ['medium'], { key: 'new', at: NOW + 30 })
      await report(store, ['high', 'cleared'], { key: 'over', at: NOW + 5 })
      const keys = async (
        filter: Parameters<typeof store.listAlerts>[0],
        page: Parameters<typeof store.listAlerts>[1] = { limit: 10 },
      ) => (await store.listAlerts({ ...filter, order: 'longest' }, page)).map(({ key }) => key)

      assert.deepEqual(await keys({}), ['old', 'again', 'new'])
      assert.deepEqual(await keys({}, { limit: 1 }), ['old'])
      assert.deepEqual(await keys({ states: ['high', 'cleared'] }), ['again'])
      assert.deepEqual(await keys({ key: 'new' }), ['new'])
      assert.deepEqual(await keys({ silentSince: NOW + 15 }), ['old'])
      const cut = await store.listAlerts({ order: 'longest' }, { limit: 10, charactersMax: 1 })
      assert.deepEqual([cut.map(({ key }) => key), cut.isCut], [['old'], true])
    })
  })
}
