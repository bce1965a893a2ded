import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { Client } from 'pg'
import { openPostgresStore, type OpenedPostgres } from '../../../src/storage/postgres/store.ts'
import type { Store } from '../../../src/storage/store.ts'
import { newWebhook, NOW, observation } from '../../support/build.ts'
import { createTestDatabase } from '../../support/databases/test-engine.ts'
import { claimAll } from '../suite/finish.ts'
import { exerciseEncryption, KEY, OTHER_KEY } from '../suite/webhooks/encryption.ts'
import { exerciseHistory } from '../suite/history.ts'
import { exerciseSigning } from '../suite/webhooks/signing.ts'
import { exerciseWebhooks } from '../suite/webhooks/webhooks.ts'

const open: Store[] = []

afterEach(async () => {
  for (const store of open.splice(0)) await store.close()
})

async function openWith(url: string, ...encryptionKeys: readonly Buffer[]): Promise<OpenedPostgres> {
  const opened = await openPostgresStore({ url, poolMax: 6, encryptionKeys, now: NOW })
  open.push(opened.store)
  return opened
}

async function run(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql)
    return rows
  } finally {
    await client.end()
  }
}

/** Every row of every table, but of those that say nothing but numbers. */
async function rowsOf(url: string): Promise<Buffer> {
  const tables = await run(
    url,
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname",
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const rows = await run(url, `SELECT row.*::text AS text FROM ${String(name)} AS row ORDER BY 1`)
    texts.push(...rows.map(({ text }) => String(text)))
  }
  return Buffer.from(texts.join('\n'))
}

const openEncrypted = async () => (await openWith(await createTestDatabase(), KEY)).store
exerciseWebhooks('PostgreSQL with a key', openEncrypted)
exerciseSigning('PostgreSQL with a key', openEncrypted)
exerciseHistory('PostgreSQL with a key', openEncrypted)

exerciseEncryption('PostgreSQL', async () => {
  const url = await createTestDatabase()
  return {
    open: (...keys) => openWith(url, ...keys),
    read: () => rowsOf(url),
    run: (sql) => run(url, sql),
  }
})

describe('PostgreSQL: several nodes with keys', () => {
  it('that start at once with the first key seal once, and share the key for history', async () => {
    const url = await createTestDatabase()
    const bare = await openWith(url)
    for (let index = 0; index < 20; index += 1) await bare.store.createWebhook(newWebhook(), NOW)
    const before = await bare.store.listWebhooks({})
    await bare.store.close()

    const nodes = await Promise.all(Array.from({ length: 4 }, () => openWith(url, KEY)))

    assert.equal(
      nodes.reduce((sum, { encryption }) => sum + encryption.sealedCount, 0),
      20 * 2,
    )
    assert.equal((await run(url, "SELECT FROM meta WHERE key LIKE 'history%'")).length, 1)
    for (const [index, { store }] of nodes.entries()) {
      if (index === 0) assert.deepEqual(await store.listWebhooks({}), before)
      await store.changeWebhook(1, { name: `by ${index}` }, { now: NOW + index })
    }
    for (const { store } of nodes) {
      const entries = await store.listAudit({ actions: ['webhook.changed'] }, { limit: 10 })
      assert.deepEqual(
        entries.map(({ changes }) => changes[0]?.to),
        ['by 3', 'by 2', 'by 1', 'by 0'],
      )
    }
  })

  it('take a new key one after the other: both open, then the new one seals, then the old one goes', async () => {
    const url = await createTestDatabase()
    const steps = [[KEY], [KEY, OTHER_KEY], [OTHER_KEY, KEY]] as const
    const nodes = [await openWith(url, KEY), await openWith(url, KEY)]
    const write = async () => {
      for (const { store } of nodes) await store.createWebhook(newWebhook(), NOW)
      const lists = await Promise.all(nodes.map(({ store }) => store.listWebhooks({})))
      for (const list of lists) assert.deepEqual(list, lists[0])
      await nodes[0]!.store.acceptObservations([observation({ key: `${lists[0]?.length}` })], NOW)
      assert.equal((await claimAll(nodes[1]!.store, NOW)).length, lists[0]?.length)
    }
    await write()
    for (const keys of steps.slice(1)) {
      for (const index of [0, 1]) {
        await nodes[index]!.store.close()
        nodes[index] = await openWith(url, ...keys)
        await write()
      }
    }

    await nodes[1]!.store.rotateEncryption({ now: NOW })
    await write()
    for (const index of [0, 1]) {
      await nodes[index]!.store.close()
      nodes[index] = await openWith(url, OTHER_KEY)
      await write()
    }
  })

  it('learn of a webhook that another one disabled at its start, because what is stored of it is damaged', async () => {
    const url = await createTestDatabase()
    const { store } = await openWith(url, KEY)
    for (const name of ['one', 'two']) await store.createWebhook(newWebhook({ name }), NOW)
    await store.acceptObservations([observation()], NOW)
    await run(url, 'UPDATE webhooks SET url = (SELECT url FROM webhooks WHERE id = 2) WHERE id = 1')

    const { encryption } = await openWith(url, KEY)
    const [accepted] = await store.acceptObservations([observation({ key: 'another' })], NOW)

    assert.deepEqual([encryption.disabledWebhookIds, accepted?.deliveryCount], [[1], 1])
  })

  it('a start that has nothing to do does not wait for those who hold the webhooks', async () => {
    const url = await createTestDatabase()
    await openWith(url, KEY)
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock_shared(7467001, 0)')

    const { encryption } = await openWith(url, KEY)
    await client.end()

    assert.deepEqual(encryption, { sealedCount: 0, isScrubbed: null, disabledWebhookIds: [] })
  })
})
