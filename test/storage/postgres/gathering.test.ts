import assert from 'node:assert/strict'
import type { EventEmitter } from 'node:events'
import type { Writable } from 'node:stream'
import { describe, it } from 'node:test'
import { Client, type PoolClient } from 'pg'
import { GatheringClient } from '../../../src/runtime/inner/gathering-client.ts'
import { createTestDatabase } from '../../support/databases/test-engine.ts'

const url = await createTestDatabase()

/** How often the socket is written to for three statements of one tick, and their responses. */
async function sendThree(Kind: typeof Client) {
  const client = new Kind({ connectionString: url, pipeline: true })
  await client.connect()
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Writable } }).connection
  let writes = 0
  for (const name of ['_write', '_writev'] as const) {
    const original = stream[name] as (...given: readonly unknown[]) => void
    stream[name] = (...given: readonly unknown[]) => {
      writes += 1
      Reflect.apply(original, stream, given)
    }
  }
  const sent = [1, 2, 3].map((n) => client.query<{ n: number }>('SELECT $1::integer AS n', [n]))
  const responses = (await Promise.all(sent)).map(({ rows }) => rows[0]?.n)
  const later = await client.query<{ n: number }>('SELECT 4 AS n')
  const result = { writes, responses: [...responses, later.rows[0]?.n] }
  await client.end()
  return result
}

async function open(): Promise<GatheringClient> {
  const client = new GatheringClient({ connectionString: url, pipeline: true })
  await client.connect()
  return client
}

/** Prepared under this name. */
const named = (name: string, text: string) => ({ name, text, queryMode: 'extended' })

describe('what is sent to PostgreSQL in one turn', () => {
  it('leaves in one write, and is answered like any other', async () => {
    const gathered = await sendThree(GatheringClient)
    const single = await sendThree(Client)

    assert.deepEqual(gathered.responses, [1, 2, 3, 4])
    // Three and the later one.
    assert.equal(gathered.writes, 2)
    assert.ok(single.writes >= 4, `${single.writes} writes without gathering`)
  })

  it('is answered at once: the server says only once that it is ready', async () => {
    const client = await open()
    let readyCount = 0
    const { connection } = client as unknown as { readonly connection: EventEmitter }
    connection.on('readyForQuery', () => (readyCount += 1))

    await Promise.all([1, 2, 3].map((n) => client.query('SELECT $1::integer AS n', [n])))

    assert.equal(readyCount, 1)
    await client.end()
  })

  it('is not carried out behind what fails, and says so; what comes in a later turn is', async () => {
    const client = await open()

    const before = client.query(named('before', 'SELECT 0 AS n'))
    const refused = assert.rejects(client.query(named('refused', 'SELECT 1/0')), { code: '22012' })
    const skipped = assert.rejects(client.query(named('skipped', 'SELECT 1 AS n')), { code: '25P02' })
    await Promise.all([before, refused, skipped])
    const later = await client.query<{ n: number }>(named('skipped', 'SELECT 1 AS n'))

    assert.equal(later.rows[0]?.n, 1)
    await client.end()
  })

  it('is carried out behind a simple one that fails, and before and behind one that does not', async () => {
    const client = await open()

    const first = client.query<{ n: number }>('SELECT $1::integer AS n', [1])
    const refused = assert.rejects(client.query('SELECT 1; SELECT 1/0'))
    const simple = client.query('SELECT 1; SELECT 2')
    const last = client.query<{ n: number }>('SELECT $1::integer AS n', [3])

    await refused
    assert.deepEqual([(await first).rows[0]?.n, (await last).rows[0]?.n], [1, 3])
    assert.equal(((await simple) as unknown as readonly unknown[]).length, 2)
    await client.end()
  })

  it('leaves no transaction open when a COMMIT among it was skipped and is taken back', async () => {
    const client = await open()

    const all = ['BEGIN', 'SELECT 1/0', 'COMMIT'].map((text) => client.query(named(text, text)))
    const results = await Promise.allSettled(all)
    await client.query('ROLLBACK')

    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected'],
    )
    assert.equal((client as unknown as PoolClient).getTransactionStatus(), 'I')
    await client.end()
  })
})
