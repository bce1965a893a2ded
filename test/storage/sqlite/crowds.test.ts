import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { createEngine } from '../../../src/storage/sqlite/engine/engine.ts'
import { migrate } from '../../../src/storage/sqlite/migrate.ts'
import { newWebhook, NOW } from '../../support/build.ts'

/** More than are sorted for a page. */
const CROWD = 25_000

describe('SQLite: lists of very many unfinished deliveries', () => {
  const db = new Database(':memory:')
  migrate(db)
  createEngine(db).methods.createWebhook(newWebhook(), NOW)
  createEngine(db).methods.createWebhook(newWebhook(), NOW)
  // Alert queues of 5 for the first webhook, one of 3 for the second, and then as many that were delivered.
  const insert = db.prepare(
    `INSERT INTO deliveries (event_id, webhook_id, subject, state, due_at, created_at, finished_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const add = (index: number, webhookId: number, alertQueueLength: number) => {
    const isHead = index % alertQueueLength === 0
    const subject = `alert ${Math.floor(index / alertQueueLength)}`
    insert.run(index + 1, webhookId, subject, isHead ? 'pending' : 'waiting', isHead ? NOW : null, NOW, null)
  }
  db.transaction(() => {
    for (let index = 0; index < 3; index += 1) add(index, 2, 3)
    for (let index = 3; index < 2 * CROWD; index += 1) add(index, 1, 5)
    for (let index = 0; index < 100; index += 1)
      insert.run(index + 1, 1, 'alert 1', 'delivered', null, NOW, NOW)
  })()
  const { methods } = createEngine(db)
  const ids = (filter: Parameters<typeof methods.listDeliveries>[0], before?: number) =>
    methods
      .listDeliveries(filter, { limit: 4, ...(before !== undefined && { before }) })
      .map(({ id, state }) => `${id} ${state}`)

  it('are newest first, whatever state is asked for', () => {
    const last = 2 * CROWD
    assert.equal(last % 5, 0)

    assert.deepEqual(
      ids({ states: ['waiting'] }),
      [last, last - 1, last - 2, last - 3].map((id) => `${id} waiting`),
    )
    assert.deepEqual(
      ids({ states: ['pending'] }),
      [last - 4, last - 9, last - 14, last - 19].map((id) => `${id} pending`),
    )
    assert.deepEqual(ids({ states: ['waiting', 'pending', 'sending'] }, last - 2), [
      `${last - 3} waiting`,
      `${last - 4} pending`,
      `${last - 5} waiting`,
      `${last - 6} waiting`,
    ])
  })

  it('hold those of one webhook, be they many or few', () => {
    assert.deepEqual(ids({ states: ['waiting'], webhookId: 2 }), ['3 waiting', '2 waiting'])
    assert.deepEqual(ids({ states: ['pending'], webhookId: 2 }), ['1 pending'])
    assert.deepEqual(ids({ states: ['waiting'], webhookId: 1 }, 6), ['5 waiting', '4 waiting'])
    assert.deepEqual(ids({ states: ['waiting', 'failed'], webhookId: 1 }, 8), [
      '7 waiting',
      '5 waiting',
      '4 waiting',
    ])
  })
})
