import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client } from 'pg'
import { AppError } from '../../../src/domain/errors.ts'
import { Database, type Transaction } from '../../../src/storage/postgres/connection/database.ts'
import { eventually } from '../../support/time/eventually.ts'
import { createTestDatabase } from '../../support/databases/test-engine.ts'
import { statement } from '../../../src/storage/postgres/connection/statement.ts'

const FREE = { lock: 'none' } as const

async function assertUnavailable(work: Promise<unknown>, sentence: RegExp): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof AppError && error.code === 'unavailable', String(error))
    assert.match(error.message, sentence)
    return true
  })
}

describe('the connections to PostgreSQL', () => {
  let database: Database
  let stranger: Client
  const damage: string[] = []
  before(async () => {
    const url = await createTestDatabase()
    database = new Database({ url, poolMax: 4, onDamage: (because) => damage.push(because) })
    stranger = new Client({ connectionString: url })
    await stranger.connect()
    await stranger.query('CREATE TABLE notes (id integer PRIMARY KEY, text text)')
  })
  after(async () => {
    await database.close()
    await stranger.end()
  })
  const notes = async () =>
    (await database.read(statement<[], { id: number }>('SELECT id FROM notes ORDER BY id'), [])).length

  it('refuse a statement that comes after the end of its transaction, by commit or by a fault', async () => {
    const begun: Transaction[] = []
    await database.transaction(async (transaction) => void begun.push(transaction), FREE)
    const failed = database.transaction(async (transaction) => {
      begun.push(transaction)
      throw new Error('given up')
    }, FREE)
    await assert.rejects(failed, /given up/)

    assert.ok(begun.length >= 2)
    for (const { query } of begun) {
      await assert.rejects(
        query(statement("INSERT INTO notes VALUES (99, 'late')"), []),
        /after the end of its transaction/,
      )
    }
    assert.equal(await notes(), 0)
  })

  it('tell the first fault of a transaction, not that what followed was in vain', async () => {
    const work = database.transaction(async (transaction) => {
      const first = transaction.query(statement<[number]>('SELECT 1 / $1::integer'), [0])
      const second = transaction.query(statement('SELECT 1 AS one'), [])
      first.catch(() => undefined)
      await second
    }, FREE)

    await assert.rejects(work, /division by zero/)
  })

  it('never take a transaction for done that the server undid, though nobody awaited what failed', async () => {
    const work = database.transaction(async (transaction) => {
      await transaction.query(statement<[number]>('INSERT INTO notes (id) VALUES ($1)'), [1])
      void transaction.query(statement<[number]>('SELECT 1 / $1::integer'), [0])
    }, FREE)

    await assert.rejects(work, /division by zero/)
    assert.equal(await notes(), 0)
  })

  it('tell what the server finds damaged, with the way to the backup', async () => {
    for (const code of ['XX001', 'XX002']) {
      await stranger.query(
        `CREATE OR REPLACE FUNCTION read_damaged() RETURNS integer LANGUAGE plpgsql
         AS $$ BEGIN RAISE EXCEPTION 'invalid page in block 7' USING ERRCODE = '${code}'; END $$`,
      )

      await assert.rejects(database.readOnce('SELECT read_damaged()'), (error) => {
        assert.ok(error instanceof AppError && error.code === 'damaged', String(error))
        assert.match(error.message, new RegExp(`^The database is damaged \\(${code}\\)\\. Restore a backup`))
        return true
      })
      assert.equal(
        damage.pop(),
        `The database is damaged (${code}). Restore a backup: docs/health.md, "A damaged database".`,
      )
    }
  })

  it('go on with a statement whose columns a newer release has changed meanwhile', async () => {
    const read = () => database.read(statement<[], Record<string, unknown>>('SELECT * FROM notes'), [])
    const work = () =>
      database.transaction(
        (transaction) =>
          transaction.queryLast(statement<[], Record<string, unknown>>('SELECT * FROM notes'), []),
        FREE,
      )
    await stranger.query('INSERT INTO notes (id) VALUES (2)')
    // On several connections of the pool.
    await Promise.all([read(), read(), work(), work()])

    await stranger.query('ALTER TABLE notes ADD COLUMN mark integer DEFAULT 7')
    const [rows, inWork] = await Promise.all([read(), work(), read(), work()])

    assert.deepEqual(rows, [{ id: 2, text: null, mark: 7 }])
    assert.deepEqual(inWork.rows, rows)
    await stranger.query('DELETE FROM notes')
  })

  it('that are cut while a transaction thinks fail it with a refusal, and nothing else', async () => {
    const work = database.transaction(async (transaction) => {
      await transaction.query(statement<[number]>('INSERT INTO notes (id) VALUES ($1)'), [3])
      await cutAll()
      await eventually('the server has ended them', async () => (await backends()).length === 0)
      await transaction.query(statement<[number]>('INSERT INTO notes (id) VALUES ($1)'), [4])
    }, FREE)

    await assertUnavailable(work, /cannot be (?:reached|used just now).*nothing was changed\.$/)
    assert.equal(await notes(), 0)
  })

  it('lost during the commit leave it open whether it came about, and the refusal says so', async () => {
    // The commit waits for a deferred check, which waits for the stranger.
    await stranger.query(`
      CREATE TABLE slow (id integer);
      CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(25); RETURN NULL; END';
      CREATE CONSTRAINT TRIGGER dawdle AFTER INSERT ON slow DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION dawdle()`)
    const work = database
      .transaction(
        (transaction) => transaction.queryLast(statement<[number]>('INSERT INTO slow (id) VALUES ($1)'), [1]),
        FREE,
      )
      .catch((error: unknown) => error)
    await eventually('the check at the commit runs', async () => (await backends()).includes('PgSleep'))
    await cutAll()
    const refusal = await work

    assert.ok(refusal instanceof AppError && refusal.code === 'unavailable')
    assert.match(refusal.message, /may have been done or not/)
    assert.doesNotMatch(refusal.message, /nothing was changed/)
  })

  it('refuse what cannot get one in time, and serve it again as soon as there is one', async () => {
    // The test before has cut the connections; nothing else may be the reason here.
    await database.read(statement('SELECT 1'), [])
    const slow = database.read(statement('SELECT pg_sleep(10)'), [])

    await assertUnavailable(
      database.read(statement('SELECT 1'), []),
      /no connection .* in time; nothing was changed/,
    )
    const work = await database.transaction(
      (transaction) => transaction.queryLast(statement('SELECT 1 AS one'), []),
      FREE,
    )
    await slow

    assert.deepEqual(work.rows, [{ one: 1 }])
    assert.equal(await notes(), 0)
  })

  /** What the other connections to this database wait for. */
  async function backends(): Promise<readonly (string | null)[]> {
    const { rows } = await stranger.query<{ wait_event: string | null }>(
      `SELECT wait_event FROM pg_stat_activity
       WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    )
    return rows.map((row) => row.wait_event)
  }

  async function cutAll() {
    await stranger.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    )
  }
})
