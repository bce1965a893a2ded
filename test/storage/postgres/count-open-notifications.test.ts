import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Client } from 'pg'
import { openPostgresStore } from '../../../src/storage/postgres/store.ts'
import { createTestDatabase } from '../../support/databases/test-engine.ts'

describe('PostgreSQL: how many notifications are open', () => {
  it('is counted up to the limit of a step, and beyond that what the server estimates', async (t) => {
    const url = await createTestDatabase()
    const client = new Client({ connectionString: url })
    await client.connect()
    const { store } = await openPostgresStore({ url, poolMax: 2 })
    t.after(() => Promise.all([client.end(), store.close()]))
    const count = (limit: number) => store.countOpenNotifications({ limit })
    await client.query('ALTER TABLE receiver_states SET (autovacuum_enabled = false)')
    await client.query(
      `INSERT INTO receiver_states SELECT id, 1, 'high', 1, 0, 'high', 1, id, 0, NULL, 0 FROM generate_series(1, 300) AS id`,
    )

    // Nobody has analysed the table yet.
    assert.deepEqual([(await count(301)).count, (await count(300)).count], [300, 300])
    await client.query('ANALYZE receiver_states')
    assert.deepEqual([(await count(100)).count, (await count(301)).count], [300, 300])
    await client.query('DELETE FROM receiver_states WHERE alert_id > 150')

    assert.deepEqual(await count(100), { count: 300, next: undefined })
    assert.deepEqual(await count(200), { count: 150, next: undefined })
  })
})
