import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { createEngine } from '../../../src/storage/sqlite/engine/engine.ts'
import { runBatch, type Call } from '../../../src/storage/sqlite/engine/group-commit.ts'
import { migrate } from '../../../src/storage/sqlite/migrate.ts'
import { newWebhook, NOW, observation } from '../../support/build.ts'
import { claimRequest } from '../suite/finish.ts'

const report = (id: number): Call => ({
  id,
  method: 'acceptObservations',
  args: [[observation({ key: `alert ${id}`, state: 'high' })], NOW],
})
const claimAll = (id: number): Call => ({ id, method: 'claimDue', args: [claimRequest()] })
const refused = (id: number): Call => ({ id, method: 'deleteWebhook', args: [99, { now: NOW }] })

describe('SQLite: a commit of several calls', () => {
  const open = () => {
    const db = new Database(':memory:')
    migrate(db)
    return { db, engine: createEngine(db) }
  }
  const countEvents = (db: Database.Database) => db.prepare('SELECT count(*) FROM events').pluck().get()

  it('leaves reports for which there is no room, but takes the first, and all other calls', () => {
    const { db, engine } = open()
    engine.methods.createWebhook(newWebhook(), NOW)
    const results = runBatch(db, engine, [report(0), report(1), claimAll(2), report(3)], () => false)

    assert.deepEqual(
      results.map(({ id }) => id),
      [0, 2],
    )
    assert.equal(countEvents(db), 1)
  })

  it('takes reports while there is room, also if another call fails', () => {
    const { db, engine } = open()
    const eventCount = () => Number(countEvents(db))
    const results = runBatch(
      db,
      engine,
      [report(0), refused(1), report(2), report(3)],
      () => eventCount() < 2,
    )

    assert.deepEqual(
      results.map((result) => [result.id, 'error' in result]),
      [
        [0, false],
        [1, true],
        [2, false],
      ],
    )
    assert.equal(countEvents(db), 2)
  })
})
