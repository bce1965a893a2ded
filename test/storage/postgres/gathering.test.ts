import assert from 'node:assert/strict'
import type { Writable } from 'node:stream'
import { describe, it } from 'node:test'
import { Client } from 'pg'
import { GatheringClient } from '../../../src/runtime/inner/gathering-client.ts'
import { createTestDatabase } from '../../support/databases/test-engine.ts'

const url = await createTestDatabase()

/** How often the socket is written to for three statements of one turn, and their answers. */
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
  const answers = (await Promise.all(sent)).map(({ rows }) => rows[0]?.n)
  const later = await client.query<{ n: number }>('SELECT 4 AS n')
  const result = { writes, answers: [...answers, later.rows[0]?.n] }
  await client.end()
  return result
}

describe('what is sent to PostgreSQL in one turn', () => {
  it('leaves in one write, and is answered like any other', async () => {
    const gathered = await sendThree(GatheringClient)
    const single = await sendThree(Client)

    assert.deepEqual(gathered.answers, [1, 2, 3, 4])
    // Three and the later one.
    assert.equal(gathered.writes, 2)
    assert.ok(single.writes >= 4, `${single.writes} writes without gathering`)
  })

  it('leaves and is answered though the one before it fails', async () => {
    const client = new GatheringClient({ connectionString: url, pipeline: true })
    await client.connect()

    const refused = assert.rejects(client.query('SELECT 1/0'))
    const other = client.query<{ n: number }>('SELECT 1 AS n')

    await refused
    assert.equal((await other).rows[0]?.n, 1)
    await client.end()
  })
})
