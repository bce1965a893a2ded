import assert from 'node:assert/strict'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { Client } from 'pg'
import { parseDatabase } from '../../../src/config/database-address.ts'
import { copyAll, type CopyOptions } from '../../../src/storage/copy/copy.ts'
import type { CopyTarget, Purpose } from '../../../src/storage/copy/ends.ts'
import { openEnd } from '../../../src/app/open-copy-end.ts'
import { canonicalText } from '../../../src/storage/copy/row.ts'
import { COPIED_TABLES } from '../../../src/storage/copy/tables.ts'
import { verifyAll, type Verification } from '../../../src/storage/copy/verify.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/engine/store.ts'
import { NOW } from '../build.ts'
import { fillDatabase } from './full-database.ts'
import { createEmptyTestDatabase, createTestDatabase } from './test-engine.ts'

/** Opens, uses and closes one end of a copy. */
export async function withEnd<Result>(
  address: string,
  purpose: Purpose,
  use: (end: CopyTarget) => Promise<Result>,
): Promise<Result> {
  const end = await openEnd(parseDatabase(address), purpose)
  try {
    return await use(end)
  } finally {
    await end.close()
  }
}

export function withBoth<Result>(
  from: string,
  to: string,
  use: (options: CopyOptions & { readonly target: CopyTarget }) => Promise<Result>,
  given: Partial<CopyOptions> = {},
): Promise<Result> {
  const stop = new AbortController().signal
  return withEnd(from, 'source', (source) =>
    withEnd(to, 'target', (target) => use({ source, target, stop, onStep: () => undefined, ...given })),
  )
}

/** What `tocsin copy` does. */
export function copy(from: string, to: string): Promise<Verification> {
  return withBoth(from, to, async (options) => {
    const record = await copyAll(options)
    const verification = await verifyAll(options)
    await options.target.finish(record)
    return verification
  })
}

/** Every row of every table as text, and the counters. */
export type Dump = Readonly<Record<string, readonly string[]>>

export function dump(address: string): Promise<Dump> {
  return withEnd(address, 'inspect', async (end) => {
    const tables: Record<string, string[]> = {}
    for (const table of COPIED_TABLES) {
      const rows: string[] = []
      for await (const batch of end.read(table, null)) rows.push(...batch.map(canonicalText))
      tables[table.name] = rows
    }
    tables['counters'] = [JSON.stringify(await end.readCounters())]
    return tables
  })
}

/** As PostgreSQL holds it. */
export function withoutNul(tables: Dump): Dump {
  const held = (row: string) =>
    JSON.stringify(JSON.parse(row), (_, value: unknown) =>
      typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value,
    )
  return Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.map(held)]))
}

/** Says which row is another one, not all of them. */
export function assertSame(found: Dump, expected: Dump): void {
  for (const [name, rows] of Object.entries(expected)) {
    const index = rows.findIndex((row, at) => row !== found[name]?.[at])
    assert.equal(index === -1 ? undefined : found[name]?.[index], rows[index], name)
    assert.equal(found[name]?.length, rows.length, name)
  }
}

/** Statements of a test's own, on either engine. */
export async function change(address: string, ...statements: readonly string[]): Promise<void> {
  if (address.startsWith('sqlite:')) {
    const db = new Database(fileOf(address))
    for (const statement of statements) db.exec(statement)
    db.close()
    return
  }
  const client = new Client({ connectionString: address })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

export function fileOf(address: string): string {
  return address.slice('sqlite:'.length)
}

/** Encrypts what the full database has. */
export const COPY_KEY = Buffer.alloc(32, 7)

/** Databases to copy from and to: one with everything, and empty ones. */
export class CopyWorkshop {
  readonly folder: string
  /** The address of a database with everything in it; leave it as it is. */
  readonly full: string
  #made = 0

  private constructor(folder: string) {
    this.folder = folder
    this.full = `sqlite:${join(folder, 'full.db')}`
  }

  static async open(): Promise<CopyWorkshop> {
    const folder = await mkdtemp(join(tmpdir(), 'tocsin-copy-'))
    const workshop = new CopyWorkshop(folder)
    const file = fileOf(workshop.full)
    const { store } = await openSqliteStore({ file, sizeMax: 0, encryptionKeys: [COPY_KEY], now: NOW })
    await fillDatabase(store)
    await store.close()
    return workshop
  }

  newFile(): string {
    this.#made += 1
    return `sqlite:${join(this.folder, `${this.#made}.db`)}`
  }

  /** With the schema, and without it. */
  newDatabase(): Promise<string> {
    return createTestDatabase()
  }

  emptyDatabase(): Promise<string> {
    return createEmptyTestDatabase()
  }

  /** A file with everything, to be changed. */
  async ownFull(): Promise<string> {
    const address = this.newFile()
    await copyFile(fileOf(this.full), fileOf(address))
    return address
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true })
  }
}
