import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client } from 'pg'
import {
  STATES_OF_CHANGING_ALERTS as FOLLOWED,
  ALERT_QUEUES_OF_CHANGING_ALERTS,
} from '../../../src/storage/postgres/intake/alert-statements.ts'
import { beginWrite } from '../../../src/storage/postgres/connection/transaction-words.ts'
import {
  LOCK_HEADS,
  PROMOTE_NEXT,
  READ_ALERT_QUEUES,
  SELECT_OLDEST,
} from '../../../src/storage/postgres/queue/alert-queue.ts'
import { openPostgresStore } from '../../../src/storage/postgres/store.ts'
import { END_SUCCESSORS } from '../../../src/storage/postgres/receiver-state/accepted.ts'
import { createTestDatabase } from '../../support/databases/test-engine.ts'

const STATEMENTS: Readonly<Record<string, string>> = {
  LOCK_HEADS: LOCK_HEADS.text,
  PROMOTE_NEXT: PROMOTE_NEXT.text,
  READ_ALERT_QUEUES: READ_ALERT_QUEUES.text,
  SELECT_OLDEST: SELECT_OLDEST.text,
  END_SUCCESSORS: END_SUCCESSORS.text,
  ALERT_QUEUES_OF_CHANGING_ALERTS,
  'FOLLOWED.lock': FOLLOWED.lock,
  'FOLLOWED.lines': FOLLOWED.alertQueues,
}

describe('the plans of PostgreSQL that are made in the first moments', () => {
  let client: Client
  before(async () => {
    const url = await createTestDatabase()
    const { store } = await openPostgresStore({ url, poolMax: 2 })
    await store.close()
    client = new Client({ connectionString: url })
    await client.connect()
    await client.query('ALTER TABLE deliveries SET (autovacuum_enabled = false)')
  })
  after(() => client.end())

  // An index of numbers has one page as long as there are about 250, one of texts has two by then, and counts as dearer.
  it('find a line by its index, whichever of the indexes is the smallest', async () => {
    for (let count = 0; count <= 500; count += 50) {
      for (const word of beginWrite('none', true)) await client.query(word)
      for (const [name, text] of Object.entries(STATEMENTS)) {
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${text}`)
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
        assert.doesNotMatch(plan, /deliveries_by_webhook/, `${name}, ${count} deliveries`)
      }
      await client.query('COMMIT')
      await client.query(
        `INSERT INTO deliveries (event_id, event_at, webhook_id, subject, state, due_at, created_at)
         SELECT n, 1, n % 3, 'alert ' || (100000 + n), 'pending', 1, 1 FROM generate_series($1::integer + 1, $1::integer + 50) AS n`,
        [count],
      )
    }
  })
})
