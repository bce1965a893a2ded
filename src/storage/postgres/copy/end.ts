import type { Client, QueryResult, QueryResultRow } from 'pg'
import { describeDatabase, type PostgresAddress } from '../../../config/database-address.ts'
import { AppError } from '../../../domain/errors.ts'
import { connect } from '../connection/connect.ts'
import { Database, type Transaction } from '../connection/database.ts'
import { migrate, MIGRATIONS, schemaVersion } from '../migrate.ts'
import { Partitions, PARTITION_MS } from '../connection/partitions.ts'
import { CopyRefusal, raced, type CopyTarget } from '../../copy/ends.ts'
import { readCounters, writeCounters } from './counters.ts'
import { readBatches } from './reading.ts'
import { countAll, dayColumnOf, insertInto } from './tables.ts'
import { identityOf, readCatchingUp, refuseNodes } from './use.ts'
import { checkVersion, type Purpose } from '../../copy/purpose.ts'
import { refuseCatchingUp } from '../../copy/catching-up.ts'
import { parseRecord, RECORD_KEY, toRecordText } from '../../copy/record.ts'
import type { Row } from '../../copy/row.ts'
import { CARRIED_META, COPIED_TABLES, type CopiedTable } from '../../copy/tables.ts'
import { statement } from '../connection/statement.ts'

/** Connections of a copy: one reads, one writes, one creates partitions. */
const POOL_MAX = 4

const TABLES = COPIED_TABLES.map(({ name }) => name).join(', ')

/** Opens a database that no node works with. Rejects with a CopyRefusal if it cannot serve the purpose. */
export async function openPostgresEnd(address: PostgresAddress, purpose: Purpose): Promise<CopyTarget> {
  const name = describeDatabase(address)
  const database = new Database({ url: address.url, poolMax: POOL_MAX })
  try {
    return await naming(name, async () => {
      if (purpose === 'target') await withClient(address.url, (client) => migrate(client))
      else checkVersion(name, { found: await versionOf(database), known: MIGRATIONS.length })
      await refuseNodes(database, name)
      return createEnd(database, { name, url: address.url, identity: await identityOf(database) })
    })
  } catch (error) {
    await database.close()
    throw error
  }
}

interface Opened {
  readonly name: string
  readonly url: string
  readonly identity: string
}

function createEnd(database: Database, { name, url, identity }: Opened): CopyTarget {
  const partitions = new Partitions(database)
  const now = <Result>(work: () => Promise<Result>) => naming(name, work)
  const change = (work: (transaction: Transaction) => Promise<unknown>, isDurable: boolean) =>
    now(async () => void (await database.transaction(work, { lock: 'none', isDurable })))
  return {
    engine: 'postgres',
    name,
    identity,
    read: (table, after) =>
      readBatches(table, after, (text, values) => now(() => database.list(text, values))),
    countRows: (table) => now(() => countRows(url, table)),
    readCounters: () => now(() => readCounters(database)),
    readSize: () =>
      now(async () => {
        const [row] = await database.readOnce<{ size: number }>(
          'SELECT pg_database_size(current_database()) AS size',
        )
        return row?.size ?? 0
      }),
    checkContents: () => now(async () => refuseCatchingUp(await readCatchingUp(database), name)),
    readRecord: () =>
      now(async () => {
        const [row] = await database.readOnce<{ value: string }>('SELECT value FROM meta WHERE key = $1', [
          RECORD_KEY,
        ])
        return row && parseRecord(row.value)
      }),
    begin: (record) =>
      change(async (transaction) => {
        await transaction.queryOnce(`DELETE FROM meta WHERE ${CARRIED_META}`)
        const { count } = await transaction.queryOnce(
          'INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING',
          [RECORD_KEY, toRecordText(record)],
        )
        if (count === 0) throw raced(name)
      }, true),
    write: async (table, rows, step) => {
      await now(() => makePartitions(partitions, table, rows))
      const json = toJson(table, rows)
      // What a crash of the server could undo are rows and record together; `finish` makes all durable.
      await change((transaction) => writeRows(transaction, { table, json, step, name }), false)
    },
    writeCounters: (counters) => change((transaction) => writeCounters(transaction, counters), true),
    finish: async () => {
      await change(async (transaction) => {
        await transaction.queryOnce('DELETE FROM meta WHERE key = $1', [RECORD_KEY])
      }, true)
      // Plans rest on what is known of the tables, and so far nothing is.
      await now(() => withClient(url, (client) => unhurried(client, `ANALYZE ${TABLES}`)))
    },
    close: () => database.close(),
  }
}

interface Batch {
  readonly table: CopiedTable
  readonly json: string
  readonly step: Parameters<CopyTarget['write']>[2]
  readonly name: string
}

/** The record first: another process waits there, and finds it changed, before it could write a row. */
async function writeRows(transaction: Transaction, { table, json, step, name }: Batch): Promise<void> {
  const swapped = transaction.queryOnce('UPDATE meta SET value = $1 WHERE key = $2 AND value = $3', [
    toRecordText(step.to),
    RECORD_KEY,
    toRecordText(step.from),
  ])
  // On the way at the same time; where the record is another one, whatever comes of the rows is undone.
  const inserted = transaction.query(statement<[rows: string]>(insertInto(table)), [json])
  inserted.catch(() => undefined)
  if ((await swapped).count !== 1) throw raced(name)
  await inserted
}

function toJson(table: CopiedTable, rows: readonly Row[]): string {
  const columns = Object.entries(table.columns)
  const objects = rows.map((row) =>
    Object.fromEntries(
      columns.map(([name, type], index) => [name, type === 'flag' ? row[index] !== 0 : (row[index] ?? null)]),
    ),
  )
  return JSON.stringify(objects)
}

async function makePartitions(
  partitions: Partitions,
  table: CopiedTable,
  rows: readonly Row[],
): Promise<void> {
  const column = dayColumnOf(table)
  if (column === undefined) return
  const index = Object.keys(table.columns).indexOf(column)
  const days = new Set(rows.map((row) => Math.floor(Number(row[index]) / PARTITION_MS)))
  for (const day of days) await partitions.ensure(day * PARTITION_MS)
}

async function countRows(url: string, table: CopiedTable): Promise<number> {
  return withClient(url, async (client) => {
    const [row] = await unhurried<{ count: string }>(client, countAll(table))
    return Number(row?.count ?? 0)
  })
}

/** Without the limit that others may have set for all. For a transaction alone, because of poolers. */
async function unhurried<Row>(client: Client, text: string): Promise<readonly Row[]> {
  const results: unknown = await client.query(`BEGIN; SET LOCAL statement_timeout = 0; ${text}; COMMIT`)
  return (results as readonly QueryResult<Row & QueryResultRow>[])[2]?.rows ?? []
}

/** Runs work on a connection of its own, without the limits of the others: it may take long. */
async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = await connect({ url, name: 'tocsin copy' })
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function versionOf(database: Database): Promise<number> {
  return database.outside(async (client) => {
    const { rows } = await client.query<{ known: boolean }>(
      "SELECT to_regclass('schema_migrations') IS NOT NULL AS known",
    )
    return rows[0]?.known ? schemaVersion(client) : 0
  })
}

/** Says of which database it is that something cannot be done. */
async function naming<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CopyRefusal) throw error
    const cause = error instanceof AppError && error.cause instanceof Error ? `: ${error.cause.message}` : ''
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}${cause}`, {
      cause: error,
    })
  }
}
