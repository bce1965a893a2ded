import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { Client } from 'pg'
import { migrate as migratePostgres } from '../../../src/storage/postgres/migrate.ts'
import { migrate as migrateSqlite } from '../../../src/storage/sqlite/migrate.ts'
import { createEmptyTestDatabase } from '../../support/databases/test-engine.ts'
import { postgresSchema, sqliteSchema } from './schema-lines.ts'

interface RecordedSchema {
  readonly commit: string
  readonly migrations: readonly string[]
}

const FIXTURE = join(import.meta.dirname, '../../fixtures/schemas/before-release.json.gz')
const RECORDED = JSON.parse(gunzipSync(readFileSync(FIXTURE)).toString()) as Readonly<
  Record<'sqlite' | 'postgres', readonly RecordedSchema[]>
>

/**
 * The schema as it was made, and as others of that time brought it up: they applied what they had beyond it, whatever
 * had become of the texts before.
 */
function historiesOf(
  { migrations }: RecordedSchema,
  others: readonly RecordedSchema[],
): readonly (readonly string[])[] {
  const added = others.map((other) => other.migrations.slice(migrations.length))
  return [migrations, ...added.filter(({ length }) => length > 0).map((more) => [...migrations, ...more])]
}

/** What those that open may have otherwise than a new database: it makes some upkeep slower, and nothing wrong. */
const HARMLESS: readonly RegExp[] = [
  /^\+ table tokens .* hash TEXT NOT NULL UNIQUE/,
  /^- table tokens /,
  /^[-+] index .*alerts_expiring /,
  /^- index .*invitations_by_end /,
]

function assertAlike(found: readonly string[], expected: readonly string[]): void {
  const [had, wanted] = [new Set(found), new Set(expected)]
  const differences = [
    ...expected.filter((line) => !had.has(line)).map((line) => `- ${line}`),
    ...found.filter((line) => !wanted.has(line)).map((line) => `+ ${line}`),
  ]
  assert.deepEqual(
    differences.filter((line) => !HARMLESS.some((pattern) => pattern.test(line))),
    [],
  )
}

const REFUSAL =
  /^The database has schema version \d+ as it was before release 0\.1\.0 \(it lacks .*nothing was changed\. Start with a new database, or restore a backup that a release has made\.$/

describe('an SQLite file of every schema that there ever was', () => {
  const fresh = new Database(':memory:')
  migrateSqlite(fresh)
  const refused = new Set<string>()

  for (const recorded of RECORDED.sqlite) {
    it(`opens, or is refused as it is: ${recorded.commit}`, () => {
      for (const migrations of historiesOf(recorded, RECORDED.sqlite)) {
        const db = new Database(':memory:')
        for (const sql of migrations) db.exec(sql)
        db.pragma(`user_version = ${migrations.length}`)
        const old = sqliteSchema(db)

        const refusal = refusalOf(() => migrateSqlite(db))

        if (refusal === undefined) assertAlike(sqliteSchema(db), sqliteSchema(fresh))
        else {
          assert.match(refusal, REFUSAL)
          assert.deepEqual(sqliteSchema(db), old)
          assert.equal(db.pragma('user_version', { simple: true }), migrations.length)
          if (migrations === recorded.migrations) refused.add(recorded.commit)
        }
      }
    })
  }

  it('is refused only where the first text of a migration was another one', () => {
    assert.deepEqual([...refused], ['d2b97c4', '472d92e', '2813306', 'bacf57d'])
  })
})

describe('a PostgreSQL database of every schema that there ever was', () => {
  let fresh: readonly string[]
  const opened = new Set<string>()
  before(async () => {
    fresh = await withDatabase([], async (client) => {
      await migratePostgres(client)
      return postgresSchema(client)
    })
  })

  for (const recorded of RECORDED.postgres) {
    it(`opens, or is refused as it is: ${recorded.commit}`, async () => {
      // To make one takes a while; the last of them stands for all others.
      for (const migrations of historiesOf(recorded, RECORDED.postgres.slice(-1))) {
        await withDatabase(migrations, async (client) => {
          const old = await postgresSchema(client)

          const refusal = await migratePostgres(client).then(() => undefined, messageOf)

          if (refusal === undefined) {
            assertAlike(await postgresSchema(client), fresh)
            opened.add(recorded.commit)
          } else {
            assert.match(refusal, REFUSAL)
            assert.deepEqual(await postgresSchema(client), old)
          }
        })
      }
    })
  }

  it('is refused only where the first text of a migration was another one', () => {
    assert.deepEqual([...opened], ['e92708a', '193966a', '4a0430f', '02be8fe', '12ab349', '06d2aba'])
  })

  async function withDatabase<Result>(
    migrations: readonly string[],
    work: (client: Client) => Promise<Result>,
  ): Promise<Result> {
    const client = new Client({ connectionString: await createEmptyTestDatabase() })
    await client.connect()
    try {
      if (migrations.length > 0) await client.query(VERSIONS)
      for (const [index, sql] of migrations.entries()) {
        await client.query(sql)
        await client.query('INSERT INTO schema_migrations (version, name) VALUES ($1, $2)', [
          index + 1,
          'old',
        ])
      }
      return await work(client)
    } finally {
      await client.end()
    }
  }
})

const VERSIONS =
  'CREATE TABLE schema_migrations (version integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())'

function refusalOf(work: () => unknown): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
