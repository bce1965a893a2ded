import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { addColumns } from './add-columns.ts'

const ADDED = { table: 'things', columns: ['urgency INTEGER NOT NULL DEFAULT 2', 'failure TEXT'] }

describe('addColumns', () => {
  it('adds to a strict table what every row has at once, also for connections that were open', async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'tocsin-columns-'))
    context.after(() => rm(folder, { recursive: true, force: true }))
    const file = join(folder, 'things.db')
    const db = new Database(file)
    db.exec(
      `CREATE TABLE things (id INTEGER PRIMARY KEY, state TEXT NOT NULL CHECK (state IN ('a', 'b'))) STRICT`,
    )
    db.exec("INSERT INTO things (state) VALUES ('a'), ('b')")
    const other = new Database(file)
    other.prepare('SELECT * FROM things').all()

    db.transaction(() => {
      addColumns(db, ADDED)
      db.exec('CREATE INDEX by_urgency ON things (urgency)')
    }).immediate()
    db.exec("INSERT INTO things (state, urgency, failure) VALUES ('a', 0, 'rejected')")

    const rows = [
      { id: 1, state: 'a', urgency: 2, failure: null },
      { id: 2, state: 'b', urgency: 2, failure: null },
      { id: 3, state: 'a', urgency: 0, failure: 'rejected' },
    ]
    assert.deepEqual(other.prepare('SELECT * FROM things').all(), rows)
    assert.equal(db.pragma('integrity_check', { simple: true }), 'ok')
    assert.throws(() => db.exec("INSERT INTO things (state, urgency) VALUES ('a', 'x')"), /cannot store TEXT/)
    assert.throws(
      () => db.exec("UPDATE sqlite_schema SET sql = '' WHERE name = 'things'"),
      /may not be modified/,
    )
    other.close()
    db.close()
  })

  it('is taken back with its transaction, and refuses a table that there is not', () => {
    const db = new Database(':memory:')
    db.exec('CREATE TABLE things (id INTEGER PRIMARY KEY) STRICT')

    assert.throws(
      db.transaction(() => {
        addColumns(db, ADDED)
        addColumns(db, { ...ADDED, table: 'nothing' })
      }),
      /there is no table nothing/,
    )

    const names = db.prepare("SELECT name FROM pragma_table_info('things')").pluck().all()
    assert.deepEqual(names, ['id'])
    db.close()
  })
})
