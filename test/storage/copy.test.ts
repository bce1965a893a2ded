import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { parseDatabase } from '../../src/database-address.ts'
import { copyAll, type CopyOptions } from '../../src/storage/copy/copy.ts'
import type { CopyTarget } from '../../src/storage/copy/ends.ts'
import { openEnd } from '../../src/storage/copy/open-end.ts'
import { canonicalText } from '../../src/storage/copy/row.ts'
import { COPIED_TABLES } from '../../src/storage/copy/tables.ts'
import { verifyAll, type Verification } from '../../src/storage/copy/verify.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { NOW } from '../support/build.ts'
import { fillDatabase } from '../support/full-database.ts'
import { TestDatabases } from '../support/test-databases.ts'

const KEY = Buffer.alloc(32, 7)
const folder = await mkdtemp(join(tmpdir(), 'tocsin-copy-'))
const databases = await TestDatabases.open()
const full = `sqlite:${join(folder, 'full.db')}`
const open: CopyTarget[] = []
let made = 0

before(async () => {
  const { store } = await openSqliteStore({
    file: join(folder, 'full.db'),
    sizeMax: 0,
    encryptionKeys: [KEY],
    now: NOW,
  })
  await fillDatabase(store)
  await store.close()
})
afterEach(async () => {
  for (const end of open.splice(0)) await end.close()
})
after(async () => {
  await databases.close()
  await rm(folder, { recursive: true })
})

const newFile = () => `sqlite:${join(folder, `copy-${(made += 1)}.db`)}`

async function endOf(address: string, purpose: 'source' | 'target' | 'look'): Promise<CopyTarget> {
  const end = await openEnd(parseDatabase(address), purpose)
  open.push(end)
  return end
}

async function optionsFor(from: string, to: string): Promise<CopyOptions & { readonly target: CopyTarget }> {
  return {
    source: await endOf(from, 'source'),
    target: await endOf(to, 'target'),
    onStep: () => undefined,
    stop: new AbortController().signal,
  }
}

async function copy(from: string, to: string): Promise<Verification> {
  const options = await optionsFor(from, to)
  const record = await copyAll(options)
  const verification = await verifyAll(options)
  await options.target.finish(record)
  for (const end of open.splice(0)) await end.close()
  return verification
}

type Dump = Readonly<Record<string, readonly string[]>>

/** Every row of every table, as text. */
async function dump(address: string): Promise<Dump> {
  const end = await endOf(address, 'source')
  const tables: Record<string, string[]> = {}
  for (const table of COPIED_TABLES) {
    const rows: string[] = []
    for await (const batch of end.read(table, null)) rows.push(...batch.map(canonicalText))
    tables[table.name] = rows
  }
  tables['counters'] = [JSON.stringify(await end.readCounters())]
  await end.close()
  open.pop()
  return tables
}

/** As PostgreSQL holds it. */
function withoutNul(tables: Dump): Dump {
  const held = (row: string) =>
    JSON.stringify(JSON.parse(row), (_, value: unknown) =>
      typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value,
    )
  return Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.map(held)]))
}

/** Says which row is another one, not all of them. */
function assertSame(found: Dump, expected: Dump): void {
  for (const [name, rows] of Object.entries(expected)) {
    const index = rows.findIndex((row, at) => row !== found[name]?.[at])
    assert.equal(index === -1 ? undefined : found[name]?.[index], rows[index], name)
    assert.equal(found[name]?.length, rows.length, name)
  }
}

describe('copy', () => {
  it('the database that the tests copy has rows in every table, and unfinished deliveries in every state', async () => {
    const tables = await dump(full)

    for (const { name } of COPIED_TABLES) assert.ok((tables[name]?.length ?? 0) > 0, name)
    for (const state of ['waiting', 'pending', 'sending']) {
      assert.ok(
        tables['deliveries']?.some((row) => row.includes(`"${state}"`)),
        state,
      )
    }
    for (const state of ['delivered', 'failed', 'cancelled']) {
      assert.ok(
        tables['ended_deliveries']?.some((row) => row.includes(`"${state}"`)),
        state,
      )
    }
  })

  it('SQLite to PostgreSQL to SQLite: every table and counter is the same, but for U+0000', async () => {
    const postgres = await databases.createEmpty()
    const file = newFile()

    const there = await copy(full, postgres)
    const back = await copy(postgres, file)

    assert.deepEqual([there.isSame, there.others, back.isSame, back.others], [true, [], true, []])
    const expected = withoutNul(await dump(full))
    assertSame(await dump(postgres), expected)
    assertSame(await dump(file), expected)
  })

  it('SQLite to SQLite: the same to the last character', async () => {
    const file = newFile()

    const { isSame, tables } = await copy(full, file)

    assert.ok(isSame)
    assert.ok(tables.every(({ replaced }) => replaced === 0))
    assertSame(await dump(file), await dump(full))
  })

  it('PostgreSQL to PostgreSQL', async () => {
    const [one, other] = [await databases.create(), await databases.create()]
    await copy(full, one)

    assert.ok((await copy(one, other)).isSame)
    assertSame(await dump(other), await dump(one))
  })
})
