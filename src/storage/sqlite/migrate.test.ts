import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { migrate, MIGRATIONS, runMigration } from './migrate.ts'

const TABLE = 'CREATE TABLE deliveries (id INTEGER PRIMARY KEY, state TEXT NOT NULL) STRICT'

function open(): Database.Database {
  const db = new Database(':memory:')
  db.unsafeMode(true)
  return db
}

const schemaOf = (db: Database.Database) =>
  db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all()

describe('SQLite: running a migration', () => {
  it('makes the very schema that SQLite itself makes of the same text', () => {
    const [ours, plain] = [open(), open()]
    migrate(ours)
    for (const { sql } of MIGRATIONS) plain.exec(sql)

    assert.deepEqual(schemaOf(ours), schemaOf(plain))
    assert.deepEqual(ours.pragma('integrity_check'), [{ integrity_check: 'ok' }])
  })

  it('gives rows that are there the default of a new column, and what follows can use it', () => {
    const db = open()
    db.exec(TABLE)
    db.exec("INSERT INTO deliveries (state) VALUES ('pending'), ('delivered')")
    const writes = db.prepare('SELECT total_changes() AS count').pluck()
    const before = writes.get()

    runMigration(
      db,
      `
ALTER TABLE deliveries ADD COLUMN urgency INTEGER NOT NULL DEFAULT 2;
ALTER TABLE deliveries ADD COLUMN last_failure TEXT;
CREATE INDEX by_urgency ON deliveries (urgency);
UPDATE deliveries SET urgency = 0 WHERE id = 2;
`,
    )

    assert.deepEqual(db.prepare('SELECT * FROM deliveries ORDER BY urgency').all(), [
      { id: 2, state: 'delivered', urgency: 0, last_failure: null },
      { id: 1, state: 'pending', urgency: 2, last_failure: null },
    ])
    // Two declarations, and the row of the UPDATE.
    assert.equal(Number(writes.get()) - Number(before), 3)
    assert.throws(() => db.exec('UPDATE deliveries SET urgency = NULL'), /NOT NULL/)
  })

  it('is seen by connections that were open, and locks the schema again', async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'tocsin-migration-'))
    context.after(() => rm(folder, { recursive: true, force: true }))
    const [db, other] = [new Database(join(folder, 'a.db')), new Database(join(folder, 'a.db'))]
    migrate(db)
    other.prepare('SELECT * FROM deliveries').all()
    db.unsafeMode(true)
    db.transaction(() => runMigration(db, 'ALTER TABLE deliveries ADD COLUMN later TEXT;'))()
    db.unsafeMode(false)

    assert.deepEqual(other.prepare('SELECT later FROM deliveries').all(), [])
    assert.throws(
      () => db.exec("UPDATE sqlite_schema SET sql = '' WHERE name = 'deliveries'"),
      /may not be modified/,
    )
    other.close()
    db.close()
  })

  it('leaves nothing behind when what follows fails', () => {
    const db = open()
    db.exec(TABLE)
    const before = schemaOf(db)
    const sql = 'ALTER TABLE deliveries ADD COLUMN urgency INTEGER;\nCREATE TABLE deliveries (id INTEGER);'

    assert.throws(() => db.transaction(() => runMigration(db, sql))(), /already exists/)

    assert.deepEqual(schemaOf(db), before)
    db.exec("INSERT INTO deliveries VALUES (1, 'pending')")
  })
})
