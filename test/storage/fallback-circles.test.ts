import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { Client } from 'pg'
import { openPostgresStore } from '../../src/storage/postgres/store.ts'
import { openSqliteStore } from '../../src/storage/sqlite/engine/store.ts'
import type { Store } from '../../src/storage/store.ts'
import { DAY_MS, newWebhook, NOW, observation } from '../support/build.ts'
import { createTestDatabase } from '../support/databases/test-engine.ts'
import { claimAll, finished } from './suite/finish.ts'

const folder = await mkdtemp(join(tmpdir(), 'tocsin-circles-'))
const open: Store[] = []
afterEach(async () => {
  for (const store of open.splice(0)) await store.close()
})
after(() => rm(folder, { recursive: true, force: true }))

interface Place {
  readonly open: () => Promise<Store>
  /** While it is closed. */
  readonly run: (sql: string) => Promise<unknown>
}

async function newFile(): Promise<Place> {
  const file = join(await mkdtemp(join(folder, 'one-')), 'tocsin.db')
  return {
    open: async () => (await openSqliteStore({ file, sizeMax: 0, encryptionKeys: [], now: NOW })).store,
    async run(sql) {
      const db = new Database(file)
      db.exec(sql)
      db.close()
    },
  }
}

async function newDatabase(): Promise<Place> {
  const url = await createTestDatabase()
  return {
    open: async () => (await openPostgresStore({ url, poolMax: 6, encryptionKeys: [], now: NOW })).store,
    async run(sql) {
      const client = new Client({ connectionString: url })
      await client.connect()
      await client.query(sql)
      await client.end()
    },
  }
}

const NOTHING = { low: false, medium: false, high: false, cleared: false }

/** The first is notified of everything, each has the next for its fallback, the last the first (older releases allowed it). */
async function openCircle(place: Place, count: number) {
  const before = await place.open()
  const ids: number[] = []
  for (let index = 0; index < count; index += 1) {
    const given = index === 0 ? {} : { alertFlags: NOTHING }
    ids.push((await before.createWebhook(newWebhook({ name: `w${index + 1}`, ...given }), NOW)).id)
  }
  await before.close()
  for (const [index, id] of ids.entries()) {
    const next = ids[(index + 1) % count]
    await place.run(`UPDATE webhooks SET fallback_webhook_id = ${next} WHERE id = ${id}`)
  }
  const store = await place.open()
  open.push(store)
  return { store, ids }
}

async function failDue(store: Store): Promise<void> {
  const claims = await claimAll(store, NOW + 10)
  await store.finishAttempts(
    claims.map((claim) => finished(claim, { state: 'failed' })),
    NOW + 10,
  )
}

for (const [engine, newPlace] of [
  ['SQLite', newFile],
  ['PostgreSQL', newDatabase],
] as const) {
  describe(`${engine}: a circle of fallbacks from an older release`, () => {
    it('does not stand in the way of changes, but for one that closes another', async () => {
      const { store, ids } = await openCircle(await newPlace(), 3)
      const [first = 0, second = 0, third = 0] = ids

      assert.equal((await store.changeWebhook(first, { name: 'new' }, { now: NOW })).name, 'new')
      const same = await store.changeWebhook(first, { fallbackWebhookId: second }, { now: NOW })
      assert.equal(same.fallbackWebhookId, second)
      await assert.rejects(
        store.changeWebhook(first, { fallbackWebhookId: third }, { now: NOW }),
        /"new" → "w3" → "new" would/,
      )
      const outside = await store.createWebhook(newWebhook({ fallbackWebhookId: second }), NOW)
      await store.changeWebhook(third, { fallbackWebhookId: null }, { now: NOW })
      assert.equal(outside.fallbackWebhookId, second)
    })

    it('is gone round once for each event', async () => {
      const place = await newPlace()
      const { store, ids } = await openCircle(place, 3)
      const [first = 0, second = 0, third = 0] = ids
      await store.acceptObservations([observation()], NOW)

      for (let round = 0; round < 6; round += 1) await failDue(store)

      const all = await store.listDeliveries({}, { limit: 100 })
      assert.deepEqual(
        all.map(({ webhookId, fallbackOf, state }) => [webhookId, fallbackOf, state]),
        [
          [third, 2, 'failed'],
          [second, 1, 'failed'],
          [first, null, 'failed'],
        ],
      )
      await store.retryDelivery(1, NOW + 10)
      for (let round = 0; round < 3; round += 1) await failDue(store)
      assert.equal((await store.listDeliveries({}, { limit: 100 })).length, 3)
    })

    it('has an end, though history is removed: what was sent of an active alert is kept', async () => {
      const place = await newPlace()
      const { store } = await openCircle(place, 2)
      await store.acceptObservations([observation()], NOW)

      let last = 0
      for (let round = 0; round < 30; round += 1) {
        await failDue(store)
        last = Math.max(last, ...(await store.listDeliveries({}, { limit: 9 })).map(({ id }) => id))
        await store.pruneHistory({ endedBefore: NOW + 2 * DAY_MS, now: NOW, limit: 100 })
      }

      const kept = await store.listDeliveries({}, { limit: 9 })
      assert.deepEqual(
        kept.map(({ id, state }) => [id, state]),
        [
          [2, 'failed'],
          [1, 'failed'],
        ],
      )
      assert.equal(last, 2)
    })
  })
}
