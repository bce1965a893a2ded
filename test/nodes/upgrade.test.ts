import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Client } from 'pg'
import { migrate, MIGRATIONS } from '../../src/storage/postgres/migrate.ts'
import { openPostgresStore } from '../../src/storage/postgres/store.ts'
import { VERSION } from '../../src/runtime/version.ts'
import { startApp } from '../support/app/start-app.ts'
import { createEmptyTestDatabase, createTestDatabase } from '../support/databases/test-engine.ts'

async function change(url: string, sql: string): Promise<void> {
  await withClient(url, (client) => client.query(sql))
}

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The migrations of a release to come, the last of which the nodes of some releases cannot bear. */
const upgrade = (url: string, stops: string) => {
  const last = { name: 'of tomorrow', sql: 'CREATE TABLE of_tomorrow (id integer)', stops }
  return withClient(url, (client) => migrate(client, [...MIGRATIONS, last]))
}

const nodeSeen = (
  url: string,
  id: string,
  { release, ageS }: { readonly release: string; readonly ageS: number },
) =>
  change(
    url,
    `INSERT INTO nodes (id, host, role, version, started_at, seen_at)
     SELECT '${id}', 'db-${id}.internal', 'all', '${release}', 0, floor(extract(epoch FROM clock_timestamp()) * 1000) - ${ageS * 1000}`,
  )

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

  it('is not changed while a node is at work that could not go on, and the refusal names it and the remedy', async () => {
    const url = await createTestDatabase()
    await nodeSeen(url, 'new', { release: '0.2.0', ageS: 2 })
    await nodeSeen(url, 'old', { release: '0.1.0', ageS: 4 })

    await assert.rejects(upgrade(url, '0.1.0'), {
      message:
        /^A node of release 0\.1\.0 on db-old\.internal was at work \d+ seconds ago, and could not go on with the schema of this release; nothing was changed\. Stop all nodes up to release 0\.1\.0, then start this one\. One that was killed counts as gone after 60 seconds\.$/,
    })
    const { store } = await openPostgresStore({ url, poolMax: 2 })
    await store.close()
  })

  it('is changed when nodes that could not go on have stopped, or have been silent for a minute', async () => {
    const url = await createTestDatabase()
    await nodeSeen(url, 'new', { release: '0.2.0', ageS: 2 })
    await nodeSeen(url, 'killed', { release: '0.1.0', ageS: 61 })

    const { to } = await upgrade(url, '0.1.0')

    assert.equal(to, MIGRATIONS.length + 1)
  })

  it('names a running node of this release when it cannot go on, until that node has stopped', async () => {
    const database = await createTestDatabase()
    const node = await startApp({ database, listen: true })

    await assert.rejects(upgrade(database, VERSION), /A node of release .* was at work \d seconds ago/)
    await node.stop()
    const { to } = await upgrade(database, VERSION)

    assert.equal(to, MIGRATIONS.length + 1)
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
