import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { Client } from 'pg'
import type { Migration } from '../../../src/storage/migration.ts'
import { migrate as migratePostgres, MIGRATIONS as POSTGRES } from '../../../src/storage/postgres/migrate.ts'
import { migrate as migrateSqlite, MIGRATIONS as SQLITE } from '../../../src/storage/sqlite/migrate.ts'
import { createEmptyTestDatabase } from '../../support/databases/test-engine.ts'
import { postgresSchema, sqliteSchema } from './schema-lines.ts'

const REFUSAL =
  /^The database was made before release 0\.3\.0 \(it lacks .*\), and no later release opens it; nothing was changed\. Start with a new database\.$/

/** The first table of every schema before release 0.3.0. */
const OLD_TABLE = 'CREATE TABLE webhooks (id INTEGER PRIMARY KEY, name TEXT NOT NULL)'

const beforeTags = (migrations: readonly Migration[]) =>
  migrations.slice(
    0,
    migrations.findIndex(({ name }) => name === 'webhook tags'),
  )
const LABELLED = `INSERT INTO webhooks (id, name, url, enabled, method, payload_template, payload_type, low_alert,
    medium_alert, high_alert, cleared_alert, description, revision, created_at, updated_at, labels)
  VALUES (1, 'dba', 'https://h.example/', true, 'POST', '', 'ALERT', true, true, true, true, '', 1, 0, 0, '{"team":"dba"}')`
const TAGGED = { name: 'dba', tags: '{"team":"dba"}' }

/** Migrations of releases to come. */
const LATER: readonly Migration[] = [
  { name: 'runbooks', sql: 'ALTER TABLE webhooks ADD COLUMN runbook TEXT;' },
  { name: 'rotas', sql: 'CREATE TABLE rotas (id INTEGER PRIMARY KEY, name TEXT NOT NULL);' },
]

describe('migrating an SQLite file', () => {
  for (const version of [1, SQLITE.length, 21]) {
    it(`refuses a schema from before release 0.3.0 with version ${version}, and changes nothing`, () => {
      const db = new Database(':memory:')
      db.exec(OLD_TABLE)
      db.pragma(`user_version = ${version}`)
      const before = sqliteSchema(db)

      assert.throws(() => migrateSqlite(db), { message: REFUSAL })

      assert.deepEqual(sqliteSchema(db), before)
      assert.equal(db.pragma('user_version', { simple: true }), version)
    })
  }

  it('applies what is new, each migration once, and gives the schema of a new file', () => {
    const [old, fresh] = [new Database(':memory:'), new Database(':memory:')]
    migrateSqlite(old)
    const migrations = [...SQLITE, ...LATER]

    const reports = [migrateSqlite(old, migrations), migrateSqlite(old, migrations)]

    const [from, to] = [SQLITE.length, migrations.length]
    assert.deepEqual(reports, [
      { from, to },
      { from: to, to },
    ])
    migrateSqlite(fresh, migrations)
    assert.deepEqual(sqliteSchema(old), sqliteSchema(fresh))
  })

  it('makes the labels of a webhook its tags', () => {
    const db = new Database(':memory:')
    migrateSqlite(db, beforeTags(SQLITE))
    db.exec(LABELLED)

    migrateSqlite(db)

    assert.deepEqual({ ...(db.prepare('SELECT name, tags FROM webhooks').get() as object) }, TAGGED)
  })

  it('takes back every migration of a start in which one fails', () => {
    const db = new Database(':memory:')
    migrateSqlite(db)
    const before = sqliteSchema(db)

    assert.throws(() => migrateSqlite(db, [...SQLITE, ...LATER, { name: 'wrong', sql: 'CREATE wrong' }]))

    assert.deepEqual(sqliteSchema(db), before)
    assert.equal(db.pragma('user_version', { simple: true }), SQLITE.length)
  })
})

describe('migrating a PostgreSQL database', () => {
  it('refuses a schema from before release 0.3.0, and changes nothing', async () => {
    await withDatabase(async (client) => {
      await client.query(OLD_TABLE)
      await client.query(
        `CREATE TABLE schema_migrations (version integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
        INSERT INTO schema_migrations (version, name) SELECT number, 'old' FROM generate_series(1, 16) AS number`,
      )
      const before = await postgresSchema(client)

      await assert.rejects(migratePostgres(client), { message: REFUSAL })

      assert.deepEqual(await postgresSchema(client), before)
    })
  })

  it('applies what is new, each migration once, and gives the schema of a new database', async () => {
    const migrations = [...POSTGRES, ...LATER]
    const grown = await withDatabase(async (client) => {
      await migratePostgres(client)
      const reports = [await migratePostgres(client, migrations), await migratePostgres(client, migrations)]

      const [from, to] = [POSTGRES.length, migrations.length]
      assert.deepEqual(reports, [
        { from, to },
        { from: to, to },
      ])
      return postgresSchema(client)
    })
    const fresh = await withDatabase(async (client) => {
      await migratePostgres(client, migrations)
      return postgresSchema(client)
    })

    assert.deepEqual(grown, fresh)
  })

  it('makes the labels of a webhook its tags', async () => {
    await withDatabase(async (client) => {
      await migratePostgres(client, beforeTags(POSTGRES))
      await client.query(LABELLED)

      await migratePostgres(client)

      assert.deepEqual((await client.query('SELECT name, tags FROM webhooks')).rows, [TAGGED])
    })
  })
})

async function withDatabase<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: await createEmptyTestDatabase() })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
