import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client } from 'pg'
import { Database } from '../../../src/storage/postgres/connection/database.ts'
import { createTestDatabase } from '../../support/databases/test-engine.ts'
import { TransactionPooler } from '../../support/databases/transaction-pooler.ts'
import { statement } from '../../../src/storage/postgres/connection/statement.ts'

const FREE = { lock: 'none' } as const

describe('the connections to PostgreSQL through a pooler in transaction mode', () => {
  let pooler: TransactionPooler
  let database: Database
  before(async () => {
    pooler = await TransactionPooler.start(await createTestDatabase(), 3)
    database = new Database({ url: pooler.url, poolMax: 8 })
    await database.outside((client) =>
      client.query('CREATE TABLE sums (id integer PRIMARY KEY, sum integer)'),
    )
  })
  after(async () => {
    await database.close()
    await pooler.stop()
  })

  it('the pooler gives each transaction another connection, and forgets what a session had', async () => {
    const client = new Client({ connectionString: pooler.url })
    await client.connect()
    const pid = async () =>
      (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid

    await Promise.all([1, 2, 3, 4].map(() => database.readOnce('SELECT pg_sleep(0.02)')))
    assert.notEqual(await pid(), await pid())
    await client.query('BEGIN')
    assert.equal(await pid(), await pid())
    await client.query('COMMIT')
    await client.query({ name: 'mine', text: 'SELECT 1' })
    await assert.rejects(
      client.query({ name: 'mine', text: 'SELECT 1' }),
      /prepared statement "mine" does not/,
    )
    await client.end()
  })

  it('statements that were prepared elsewhere are sent whole, and nothing is lost or done twice', async () => {
    const add = (id: number) =>
      database.transaction(async (transaction) => {
        void transaction.query(statement<[number]>('INSERT INTO sums (id, sum) VALUES ($1, 0)'), [id])
        const read = transaction.query(
          statement<[number], { id: number }>('SELECT id FROM sums WHERE id = $1'),
          [id],
        )
        await transaction.queryLast(
          statement<[number, number]>('UPDATE sums SET sum = sum + $2 WHERE id = $1'),
          [id, id],
        )
        return (await read).rows
      }, FREE)

    const all = await Promise.all(Array.from({ length: 60 }, (_, id) => add(id)))
    const sums = await database.read(
      statement<[], { count: number; sum: number }>('SELECT count(*) AS count, sum(sum) AS sum FROM sums'),
      [],
    )

    assert.deepEqual(
      all
        .flat()
        .map(({ id }) => id)
        .toSorted((a, b) => a - b),
      [...all.keys()],
    )
    assert.deepEqual(sums, [{ count: 60, sum: (60 * 59) / 2 }])
  })

  it('a transaction that fails or is raced leaves nothing behind for the next user of its connection', async () => {
    const races = Array.from({ length: 12 }, () =>
      database
        .transaction(async (transaction) => {
          await transaction.query(statement("SET LOCAL application_name = 'left behind'"), [])
          await transaction.query(statement<[number]>('INSERT INTO sums (id, sum) VALUES ($1, 0)'), [1_000])
        }, FREE)
        .catch((error: { readonly code?: string }) => error.code),
    )
    const results = await Promise.all(races)
    const names = await Promise.all(
      Array.from({ length: 6 }, () =>
        database.read(
          statement<[], { name: string }>("SELECT current_setting('application_name') AS name"),
          [],
        ),
      ),
    )

    assert.equal(results.filter((result) => result === undefined).length, 1)
    assert.equal(results.filter((result) => result === '23505').length, 11)
    assert.ok(names.flat().every(({ name }) => name !== 'left behind'))
  })
})
