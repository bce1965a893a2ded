import type { Client, QueryResult, QueryResultRow } from 'pg'
import { describeDatabase, type PostgresAddress } from '../../../config/database-address.ts'
import { AppError } from '../../../domain/errors.ts'
import { connect } from '../connection/connect.ts'
import { Database, type Transaction } from '../connection/database.ts'
import { migrate, MIGRATIONS, schemaVersion } from '../migrate.ts'
import { Partitions, PARTITION_MS } from '../connection/partitions.ts'
import {
  checkVersion,
  CopyRefusal,
  type CopyTarget,
  parseRecord,
  type Purpose,
  raced,
  type RecordStep,
  refuseCatchingUp,
  toStepText,
} from '../../copy/ends.ts'
import { countAll, dayColumnOf, insertInto, readBatches, sequenceOf } from './tables.ts'
import type { Row } from '../../copy/row.ts'
import { COPIED_TABLES, type CopiedTable, COUNTED_TABLES, type Counters } from '../../copy/tables.ts'
import { runIn, runReading } from '../connection/run-script.ts'
import { statement } from '../connection/statement.ts'
import { beginCopy, copyRecord, endCopy, swapCopyRecord, webhooksCatchingUp } from '../../scripts/meta.ts'
import { KILLED_COUNTS_AS_GONE, type NodeAtWork, NODES_AT_WORK } from '../cluster/cluster.ts'

const POOL_MAX = 4

const TABLES = COPIED_TABLES.map(({ name }) => name).join(', ')

/** Opens a database that no node uses. Rejects with a CopyRefusal if it cannot serve the purpose. */
export async function openPostgresEnd(address: PostgresAddress, purpose: Purpose): Promise<CopyTarget> {
  const name = describeDatabase(address)
  const database = new Database({ url: address.url, poolMax: POOL_MAX })
  try {
    return await naming(name, async () => {
      if (purpose === 'target') await withClient(address.url, (client) => migrate(client))
      else checkVersion(name, await versionOf(database), MIGRATIONS.length)
      await refuseNodes(database, name)
      return createEnd(database, name, address.url, await identityOf(database))
    })
  } catch (error) {
    await database.close()
    throw error
  }
}

function createEnd(database: Database, name: string, url: string, identity: string): CopyTarget {
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
    checkContents: () =>
      now(async () => refuseCatchingUp(await runReading(database, webhooksCatchingUp()), name)),
    readRecord: () => now(async () => parseRecord(await runReading(database, copyRecord()))),
    begin: (record) =>
      change(async (transaction) => {
        if ((await runIn(transaction, beginCopy(JSON.stringify(record)))) === 0) throw raced(name)
      }, true),
    write: async (table, rows, step) => {
      await now(() => makePartitions(partitions, table, rows))
      const json = toJson(table, rows)
      // A crash could undo only rows and record together; `finish` makes all durable.
      await change((transaction) => writeRows(transaction, name, table, json, step), false)
    },
    writeCounters: (counters) => change((transaction) => writeCounters(transaction, counters), true),
    finish: async () => {
      await change((transaction) => runIn(transaction, endCopy()), true)
      // New tables have no statistics for the planner.
      await now(() => withClient(url, (client) => unhurried(client, `ANALYZE ${TABLES}`)))
    },
    close: () => database.close(),
  }
}

/** The record first: another process waits for it, and finds it changed before it writes a row. */
async function writeRows(
  transaction: Transaction,
  name: string,
  table: CopiedTable,
  json: string,
  step: RecordStep,
): Promise<void> {
  const swapped = runIn(transaction, swapCopyRecord(toStepText(step)))
  // Sent at the same time; undone if the record has changed.
  const inserted = transaction.query(statement<[rows: string]>(insertInto(table)), [json])
  inserted.catch(() => undefined)
  if ((await swapped) === 0) throw raced(name)
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

/** Lifts the time limit that others may have set, within a transaction because of poolers. */
async function unhurried<Row>(client: Client, text: string): Promise<readonly Row[]> {
  const results: unknown = await client.query(`BEGIN; SET LOCAL statement_timeout = 0; ${text}; COMMIT`)
  return (results as readonly QueryResult<Row & QueryResultRow>[])[2]?.rows ?? []
}

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

async function readCounters(database: Database): Promise<Counters> {
  const each = COUNTED_TABLES.map(
    (name) =>
      `SELECT '${name}' AS name, CASE WHEN is_called THEN last_value ELSE last_value - 1 END AS last FROM ${sequenceOf(name)}`,
  )
  const rows = await database.readOnce<{ name: string; last: number }>(each.join(' UNION ALL '))
  return Object.fromEntries(rows.map(({ name, last }) => [name, last])) as Counters
}

async function writeCounters(transaction: Transaction, counters: Counters): Promise<void> {
  for (const name of COUNTED_TABLES) {
    const last = counters[name]
    await transaction.queryOnce('SELECT setval($1::regclass, $2, $3)', [
      sequenceOf(name),
      Math.max(last, 1),
      last > 0,
    ])
  }
}

async function identityOf(database: Database): Promise<string> {
  const [row] = await database.readOnce<{ identity: string }>(
    `SELECT concat_ws(' ', 'postgres', pg_postmaster_start_time(), inet_server_port(), current_database(), current_schema())
       AS identity`,
  )
  return row?.identity ?? ''
}

async function refuseNodes(database: Database, name: string): Promise<void> {
  const [node] = await database.readOnce<NodeAtWork>(NODES_AT_WORK)
  if (!node) return
  throw new CopyRefusal(`${name} is in use: a node on ${node.host} was at work ${node.age_s} seconds ago.`, [
    `Stop every node that uses it. ${KILLED_COUNTS_AS_GONE}`,
  ])
}
