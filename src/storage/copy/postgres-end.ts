import { AppError } from '../../domain/errors.ts'
import { NODE_GONE_AFTER_MS } from '../../domain/node.ts'
import { describeDatabase, type PostgresAddress } from '../../database-address.ts'
import { Database, type Transaction } from '../postgres/database.ts'
import { migrate, MIGRATIONS, schemaVersion } from '../postgres/migrate.ts'
import { Partitions, PARTITION_MS } from '../postgres/partitions.ts'
import { CopyRefusal, raced, type CopyTarget } from './ends.ts'
import {
  countAll,
  insertInto,
  isPartitioned,
  selectNextDay,
  selectPage,
  SELECT_META,
  sequenceOf,
} from './postgres-tables.ts'
import { checkVersion, type Purpose } from './purpose.ts'
import { parseRecord, RECORD_KEY, toRecordText } from './record.ts'
import { keyOf, type CopiedValue, type Key, type Row } from './row.ts'
import { CARRIED_META, COUNTED_TABLES, type CopiedTable, type Counters } from './tables.ts'

/** One reads, one writes, one makes partitions. */
const POOL_MAX = 4

type StoredRow = Readonly<Record<string, string | number | boolean | null>>

/** One database that no node works with. Rejects with a CopyRefusal if it cannot be what it is opened for. */
export async function openPostgresEnd(address: PostgresAddress, purpose: Purpose): Promise<CopyTarget> {
  const name = describeDatabase(address)
  const database = new Database({ url: address.url, poolMax: POOL_MAX })
  try {
    return await naming(name, async () => {
      if (purpose === 'target') await database.outside((client) => migrate(client))
      else checkVersion(name, { found: await versionOf(database), known: MIGRATIONS.length })
      await refuseNodes(database, name)
      await refuseUnsettled(database, name)
      return createEnd(database, { name, identity: await identityOf(database) })
    })
  } catch (error) {
    await database.close()
    throw error
  }
}

interface Opened {
  readonly name: string
  readonly identity: string
}

function createEnd(database: Database, { name, identity }: Opened): CopyTarget {
  const partitions = new Partitions(database)
  const now = <Result>(work: () => Promise<Result>) => naming(name, work)
  const change = (work: (transaction: Transaction) => Promise<unknown>, isDurable: boolean) =>
    now(async () => void (await database.transaction(work, { lock: 'none', isDurable })))
  return {
    engine: 'postgres',
    name,
    identity,
    read: (table, after) =>
      readBatches(table, after, (text, values) => now(() => database.readOnce(text, values))),
    countRows: (table) => now(() => countRows(database, table)),
    readCounters: () => now(() => readCounters(database)),
    readSize: () =>
      now(async () => {
        const [row] = await database.readOnce<{ size: number }>(
          'SELECT pg_database_size(current_database()) AS size',
        )
        return row?.size ?? 0
      }),
    findNulClashes: async () => [],
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
        await transaction.queryOnce('INSERT INTO meta (key, value) VALUES ($1, $2)', [
          RECORD_KEY,
          toRecordText(record),
        ])
      }, true),
    write: async (table, rows, step) => {
      if (isPartitioned(table)) await now(() => makePartitions(partitions, table, rows))
      const json = toJson(table, rows)
      // What a crash of the server could undo are rows and record together; `finish` makes all durable.
      await change(async (transaction) => {
        const inserted = transaction.query(insertInto(table), [json])
        const swapped = await transaction.queryOnce(
          'UPDATE meta SET value = $1 WHERE key = $2 AND value = $3',
          [toRecordText(step.to), RECORD_KEY, toRecordText(step.from)],
        )
        await inserted
        if (swapped.count !== 1) throw raced(name)
      }, false)
    },
    writeCounters: (counters) => change((transaction) => writeCounters(transaction, counters), true),
    finish: async () => {
      await change(async (transaction) => {
        await transaction.queryOnce('UPDATE webhooks_version SET version = version + 1')
        await transaction.queryOnce('UPDATE webhooks SET changed_in = version FROM webhooks_version')
        await transaction.queryOnce('DELETE FROM meta WHERE key = $1', [RECORD_KEY])
      }, true)
      // Plans rest on what is known of the tables, and so far nothing is.
      await now(() => database.outside((client) => unhurried(client, 'ANALYZE')))
    },
    close: () => database.close(),
  }
}

type ReadRows = (text: string, values: readonly (string | number)[]) => Promise<readonly unknown[]>

async function* readBatches(
  table: CopiedTable,
  after: Key | null,
  read: ReadRows,
): AsyncGenerator<readonly Row[], undefined> {
  if (table.name === 'meta') {
    const rows = toRows(table, (await read(SELECT_META, [])) as readonly StoredRow[])
    const rest = rows.filter(([key]) => String(key) > String(after?.[0] ?? ''))
    if (rest.length > 0) yield rest
    return
  }
  let last = after ?? table.key.map(() => Number.MIN_SAFE_INTEGER)
  if (!isPartitioned(table)) {
    for (;;) {
      const rows = toRows(table, (await read(selectPage(table), last)) as readonly StoredRow[])
      const end = rows.at(-1)
      if (!end) return
      yield rows
      last = keyOf(table, end)
    }
  }
  // Day by day, so that each page looks into one partition only, however many there are.
  let from = Number(last[0])
  for (;;) {
    const [next] = (await read(selectNextDay(table), [from])) as readonly { readonly at: number | null }[]
    if (!next || next.at === null) return
    const day = Math.floor(next.at / PARTITION_MS)
    for (;;) {
      const limits = [day * PARTITION_MS, (day + 1) * PARTITION_MS]
      const rows = toRows(
        table,
        (await read(selectPage(table), [...last, ...limits])) as readonly StoredRow[],
      )
      const end = rows.at(-1)
      if (!end) break
      yield rows
      last = keyOf(table, end)
    }
    from = (day + 1) * PARTITION_MS
  }
}

function toRows(table: CopiedTable, stored: readonly StoredRow[]): readonly Row[] {
  const names = Object.keys(table.columns)
  return stored.map((row) => names.map((name) => toValue(row[name])))
}

function toValue(stored: StoredRow[string] | undefined): CopiedValue {
  return typeof stored === 'boolean' ? Number(stored) : (stored ?? null)
}

function toJson(table: CopiedTable, rows: readonly Row[]): string {
  const columns = Object.entries(table.columns)
  return JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(
        columns.map(([name, type], index) => [name, type === 'flag' ? row[index] !== 0 : row[index]]),
      ),
    ),
  )
}

async function makePartitions(
  partitions: Partitions,
  table: CopiedTable,
  rows: readonly Row[],
): Promise<void> {
  const days = new Set(rows.map((row) => Math.floor(Number(keyOf(table, row)[0]) / PARTITION_MS)))
  for (const day of days) await partitions.ensure(day * PARTITION_MS)
}

async function countRows(database: Database, table: CopiedTable): Promise<number> {
  const [row] = await database.outside((client) => unhurried<{ count: number }>(client, countAll(table)))
  return Number(row?.count ?? 0)
}

interface Querying {
  query(text: string): Promise<unknown>
}

/** Without the limits that the service sets itself, and those that others may have set for all. */
async function unhurried<Row>(client: Querying, text: string): Promise<readonly Row[]> {
  const results = (await client.query(
    `BEGIN; SET LOCAL statement_timeout = 0; ${text}; COMMIT`,
  )) as readonly {
    readonly rows: readonly Row[]
  }[]
  return results[2]?.rows ?? []
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

async function versionOf(database: Database): Promise<number> {
  return database.outside(async (client) => {
    const { rows } = await client.query<{ known: boolean }>(
      "SELECT to_regclass('schema_migrations') IS NOT NULL AS known",
    )
    return rows[0]?.known ? schemaVersion(client) : 0
  })
}

/** The same server, started at that moment, and the same place in it. */
async function identityOf(database: Database): Promise<string> {
  const [row] = await database.readOnce<{ identity: string }>(
    `SELECT concat_ws(' ', 'postgres', pg_postmaster_start_time(), inet_server_port(), current_database(), current_schema())
       AS identity`,
  )
  return row?.identity ?? ''
}

/** A node that was killed cannot say that it is gone; after a while it counts as that. */
async function refuseNodes(database: Database, name: string): Promise<void> {
  const [node] = await database.readOnce<{ host: string; age_s: number }>(
    `SELECT host, greatest(0, age_ms / 1000)::integer AS age_s FROM (
       SELECT host, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint - seen_at AS age_ms FROM nodes) AS seen
     WHERE age_ms < $1 ORDER BY age_ms LIMIT 1`,
    [NODE_GONE_AFTER_MS],
  )
  if (!node) return
  throw new CopyRefusal(`${name} is in use: a node on ${node.host} was at work ${node.age_s} seconds ago.`, [
    `Stop every node that uses it. One that was killed counts as gone after ${NODE_GONE_AFTER_MS / 1000} seconds.`,
  ])
}

/** What a node did not live to finish another one does; in a copy nobody would know of it. */
async function refuseUnsettled(database: Database, name: string): Promise<void> {
  const rows = await database.readOnce('SELECT FROM unsettled_webhooks LIMIT 1')
  if (rows.length === 0) return
  throw new CopyRefusal(`${name} was left in the middle of a change of a webhook with many deliveries.`, [
    'Start a node for a minute, which finishes it; then copy.',
  ])
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
