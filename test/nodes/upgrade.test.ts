import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Client } from 'pg'
import { MIGRATIONS } from '../../src/storage/postgres/migrate.ts'
import { openPostgresStore } from '../../src/storage/postgres/store.ts'
import { startApp } from '../support/start-app.ts'
import { createEmptyTestDatabase, createTestDatabase } from '../support/test-engine.ts'

async function change(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}

describe('the schema of a database that nodes share', () => {
  it('is made by one of those that start at the same moment, and all run', async () => {
    const url = await createEmptyTestDatabase()

    const opened = await Promise.all([1, 2, 3, 4].map(() => openPostgresStore({ url, poolMax: 2 })))
    const ids = new Set(opened.map(({ store }) => store.installationId))
    const from = opened.map(({ migration }) => migration.from).toSorted((a, b) => a - b)
    await Promise.all(opened.map(({ store }) => store.close()))

    assert.equal(ids.size, 1)
    assert.deepEqual(from, [0, MIGRATIONS.length, MIGRATIONS.length, MIGRATIONS.length])
  })

  it('of a newer release is refused by an older one, with a sentence, and nothing is changed', async () => {
    const url = await createTestDatabase()
    await change(url, `INSERT INTO schema_migrations (version, name) VALUES (99, 'of tomorrow')`)

    await assert.rejects(openPostgresStore({ url, poolMax: 2 }), {
      message: `The database has schema version 99, and this release knows versions up to ${MIGRATIONS.length}: it was used by a newer release. Start that one, or restore a backup.`,
    })
  })

  it('may grow under a node of the release before, which goes on', async () => {
    const url = await createTestDatabase()
    const node = await startApp({ database: url })
    const work = async (name: string) => {
      const made = await node.call('POST', '/v1/webhooks', { name, url: 'http://127.0.0.1:1/' })
      assert.equal(made.status, 201, made.text)
      const alert = { key: name, name, state: 'high' }
      const raised = await node.call('POST', '/v1/alerts', alert)
      assert.equal(raised.status, 200, raised.text)
      for (const path of ['/v1/webhooks', '/v1/alerts', '/v1/deliveries', '/v1/tokens', '/v1/audit']) {
        const list = await node.call('GET', path)
        assert.equal(list.status, 200, list.text)
      }
      return (await node.call('GET', '/v1/webhooks')).json.items.length
    }

    assert.equal(await work('before'), 1)
    for (const table of [
      'webhooks',
      'webhook_headers',
      'tokens',
      'alerts',
      'events',
      'deliveries',
      'audit',
    ]) {
      await change(url, `ALTER TABLE ${table} ADD COLUMN of_tomorrow integer DEFAULT 7`)
    }
    assert.equal(await work('after'), 2)
    await node.stop()
  })
})
