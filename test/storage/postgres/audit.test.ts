import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { Client } from 'pg'
import { Database } from '../../../src/storage/postgres/connection/database.ts'
import { openPostgresStore } from '../../../src/storage/postgres/store.ts'
import { beginList } from '../../../src/storage/postgres/connection/transaction-words.ts'
import type { AuditFilter } from '../../../src/storage/store.ts'
import { AUTHOR, NOW } from '../../support/build.ts'
import { createTestDatabase } from '../../support/databases/test-engine.ts'
import {
  AUDITED_TABLES,
  AUDITED_WRITES,
  makeThings,
  type AuditedWrite,
} from '../suite/people/audited-writes.ts'

const open: { readonly close: () => Promise<void> }[] = []

afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

const PAGE = { limit: 100 }

async function openStore() {
  const url = await createTestDatabase()
  const client = new Client({ connectionString: url })
  await client.connect()
  open.push({ close: () => client.end() })
  const { store } = await openPostgresStore({ url, poolMax: 4 })
  open.push(store)
  return { client, store }
}

async function openWithThings() {
  const { client, store } = await openStore()
  await makeThings(store)
  const run = ({ method, args }: AuditedWrite) =>
    (store[method] as (...args: readonly unknown[]) => Promise<unknown>)(...args)
  /** All that there is, but the log. */
  const state = async () => {
    const tables: unknown[] = []
    for (const table of [...AUDITED_TABLES, 'ended_deliveries', 'webhooks_version']) {
      tables.push((await client.query(`SELECT * FROM ${table} ORDER BY 1`)).rows)
    }
    return tables
  }
  return { client, store, run, state }
}

const FAIL = "CREATE FUNCTION fail() RETURNS trigger AS 'BEGIN RAISE ''not now''; END' LANGUAGE plpgsql"
const AT_ONCE = 'CREATE TRIGGER full_up BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION fail()'
/** Of the change or of the entry, whichever has a transaction of its own. */
const AT_COMMIT = ['audit', 'webhooks', 'tokens', 'users', 'deliveries', 'ended_deliveries'].map(
  (table) =>
    `CREATE CONSTRAINT TRIGGER full_up AFTER INSERT OR UPDATE OR DELETE ON ${table} INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fail()`,
)

describe('PostgreSQL: a change and its entry in the audit log are one', () => {
  for (const write of AUDITED_WRITES) {
    it(`${write.method}: an entry that cannot be written, and a commit that fails, leave neither`, async () => {
      const { client, store, run, state } = await openWithThings()
      const before = [await state(), await store.listAudit({}, PAGE)]
      await client.query(FAIL)

      for (const triggers of [[AT_ONCE], AT_COMMIT.slice(0, 1), AT_COMMIT.slice(1)]) {
        for (const trigger of triggers) await client.query(trigger)
        await assert.rejects(run(write), /not now/)
        assert.deepEqual([await state(), await store.listAudit({}, PAGE)], before)
        for (const trigger of triggers) {
          await client.query(`DROP TRIGGER full_up ON ${/ ON (\w+)/.exec(trigger)?.[1]}`)
        }
      }
      await run(write)

      assert.equal((await store.listAudit({ actorName: AUTHOR.name }, PAGE)).length, 1)
    })
  }
})

/** So many entries that a list that reads them all is seen, with something rare at each end. */
const FILL = `
INSERT INTO audit (at, token_id, user_id, actor_name, action, object_type, object_id, changes)
SELECT ${NOW} + number * 1000, CASE WHEN number % 5000 = 1 THEN 7 END, CASE WHEN number % 5000 = 2 THEN 7 END,
  CASE WHEN number % 5000 = 1 THEN 'rare' ELSE 'tocsin' END,
  CASE WHEN number = 1 THEN 'backup.taken' WHEN number % 2 = 0 THEN 'webhook.changed' ELSE 'delivery.retried' END,
  CASE WHEN number = 1 THEN 'database' WHEN number % 2 = 0 THEN 'webhook' ELSE 'delivery' END,
  number % 1000, '[]'
FROM generate_series(1, 20000) AS number`

const FILTERS: Readonly<Record<string, AuditFilter>> = {
  everything: {},
  'by action': { actions: ['backup.taken'] },
  'by several actions': { actions: ['webhook.changed', 'backup.taken', 'token.created'] },
  'by kind of object': { objectType: 'database' },
  'by kind of object, of which there is none': { objectType: 'token' },
  'by object': { objectType: 'webhook', objectId: 2 },
  'by actor': { actorName: 'rare' },
  'by actor, whom nobody knows': { actorName: 'nobody' },
  'by token': { tokenId: 7 },
  'by user': { userId: 7 },
  'by time': { from: NOW, until: NOW + 5000 },
}

/** Blocks that a list may read: some for each entry of a page, and the way down an index. */
const BLOCKS_MAX = 100

describe('PostgreSQL: lists of the audit log', () => {
  it('find their entries by an index, with and without statistics', async () => {
    const { client, store } = await openStore()
    const asked: { readonly text: string; readonly values: readonly unknown[] }[] = []
    await client.query(FILL)
    const original = Database.prototype.list
    Database.prototype.list = function list<Row>(
      this: Database,
      text: string,
      values: readonly never[] = [],
    ) {
      asked.push({ text, values })
      return original.call(this, text, values) as Promise<readonly Row[]>
    }
    try {
      for (const statistics of ['SELECT 1', 'ANALYZE audit']) {
        await client.query(statistics)
        for (const [name, filter] of Object.entries(FILTERS)) {
          await store.listAudit(filter, { limit: 20 })
          for (const { text, values } of asked.splice(0)) {
            for (const word of beginList) await client.query(word)
            const { rows } = await client.query<{ 'QUERY PLAN': readonly [{ Plan: Plan }] }>({
              text: `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
              values: [...values],
            })
            await client.query('ROLLBACK')
            const plan = rows[0]!['QUERY PLAN'][0].Plan
            const blocks = plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
            assert.ok(blocks <= BLOCKS_MAX, `${name}, ${statistics}: ${blocks} blocks\n${text}`)
          }
        }
      }
    } finally {
      Database.prototype.list = original
    }
  })
})

interface Plan {
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
}
