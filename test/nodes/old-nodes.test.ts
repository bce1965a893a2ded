import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Client, type QueryResult } from 'pg'
import { compareReleases, type Migration } from '../../src/storage/migration.ts'
import { migrate, MIGRATIONS } from '../../src/storage/postgres/migrate.ts'
import { openPostgresStore } from '../../src/storage/postgres/store.ts'
import { readEverything } from '../fixtures/release-0.1.0/read-everything.ts'
import { countsOf, marksOf } from '../fixtures/release-0.1.0/recorded-statements.ts'
import {
  fillAsRelease,
  statementsOfRelease,
  VERSIONS_OF_RELEASE,
} from '../support/databases/release-0.1.0.ts'
import { createEmptyTestDatabase } from '../support/databases/test-engine.ts'

const RELEASE = '0.1.0'

/** Those after the release that its nodes live with: up to the first that says they cannot. */
function beside(migrations: readonly Migration[]): readonly Migration[] {
  const end = migrations.findIndex(({ stops }) => stops !== undefined && compareReleases(RELEASE, stops) <= 0)
  return end === -1 ? migrations : migrations.slice(0, end)
}

/**
 * All that nodes of the release asked the server in a day's work, with what they gave it, on the database from which they
 * asked it then, but with a newer schema. Throws where a statement fails or finds other rows than it did. Answers its address.
 */
async function workOnAfter(migrations: readonly Migration[]): Promise<string> {
  const url = await createEmptyTestDatabase()
  await fillAsRelease(url)
  const { texts, statements } = statementsOfRelease()
  const clients = new Map<number, Client>()
  const connect = async (name: number) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    clients.set(name, client)
    return client
  }
  try {
    await migrate(await connect(-1), migrations)
    const marks = new Map<unknown, unknown>()
    for (const { connection, text: place, values, ...expected } of statements) {
      const client = clients.get(connection) ?? (await connect(connection))
      const text = texts[place] ?? ''
      const result = await ask(client, text, withMarks(values, marks))
      assert.deepEqual(countsOf(result), expected.counts, text)
      for (const [index, mark] of marksOf(result).entries()) marks.set(expected.marks[index], mark)
    }
    return url
  } finally {
    for (const client of clients.values()) await client.end()
  }
}

/** With the numbers of transactions that this server has given in place of those of the other. */
function withMarks(values: readonly unknown[], marks: ReadonlyMap<unknown, unknown>): unknown[] {
  const inPlace = (value: unknown) => (marks.has(value) ? marks.get(value) : value)
  return values.map((value) => (Array.isArray(value) ? value.map(inPlace) : value))
}

/** As the release did: a text without values may be several statements. */
async function ask(client: Client, text: string, values: unknown[]): Promise<QueryResult> {
  try {
    return await client.query({ text, ...(values.length > 0 && { values }) })
  } catch (error) {
    throw new Error(`${String(error)}: ${text}`, { cause: error })
  }
}

/** How many deliveries have an epoch, which the release cannot name. */
async function countInEpochs(url: string): Promise<number | null> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rowCount } = await client
    .query(
      'SELECT FROM deliveries WHERE epoch IS NOT NULL UNION ALL SELECT FROM ended_deliveries WHERE epoch IS NOT NULL',
    )
    .finally(() => client.end())
  return rowCount
}

describe('nodes of release 0.1.0', () => {
  it('go on beside every later migration that does not say otherwise, and this release reads what they write', async () => {
    const url = await workOnAfter(beside(MIGRATIONS))
    const { store } = await openPostgresStore({ url, poolMax: 4 })
    const { deliveries } = await readEverything(store)
    await store.close()
    const inEpochs = await countInEpochs(url)

    assert.ok(Array.isArray(deliveries) && deliveries.length > 0)
    assert.ok(statementsOfRelease().statements.length > 900)
    // So what they made is sent under one name, by them and by newer nodes.
    assert.equal(inEpochs, 0)
  })

  for (const [what, fault, sql] of [
    [
      'renames a column',
      /column "last_reason" .*does not exist/,
      'ALTER TABLE deliveries RENAME COLUMN last_reason TO reason',
    ],
    [
      'adds a column that must be given',
      /null value in column "epoch"/,
      'ALTER TABLE operations ADD COLUMN epoch bigint; UPDATE operations SET epoch = 1; ALTER TABLE operations ALTER COLUMN epoch SET NOT NULL',
    ],
    [
      'adds a rule that their rows break',
      /violates check constraint/,
      'ALTER TABLE ended_deliveries ADD CHECK (operation_id IS NOT NULL) NOT VALID',
    ],
    [
      'takes away what they conflict on',
      /no unique or exclusion constraint matching/,
      'ALTER TABLE source_marks DROP CONSTRAINT source_marks_source_name_key',
    ],
    ['hides rows from them', /FROM deliveries/, "DELETE FROM deliveries WHERE state = 'waiting'"],
  ] as const) {
    it(`are seen to stop where a migration ${what}`, async () => {
      await assert.rejects(workOnAfter([...beside(MIGRATIONS), { name: 'wrong', sql }]), fault)
    })
  }

  it('are stopped by what says so, and by all after it', () => {
    const [plain, stopping] = [
      { name: 'plain', sql: '' },
      { name: 'stopping', sql: '', stops: '0.1.0' },
    ]

    assert.deepEqual(beside([plain, stopping, plain]), [plain])
    assert.ok(beside(MIGRATIONS).length >= VERSIONS_OF_RELEASE.postgres)
  })
})
