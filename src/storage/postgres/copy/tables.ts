import type { CopiedValue, Key, Row } from '../../copy/row.ts'
import { BATCH_ROWS_MAX, BATCH_SIZE_MAX, keyOf } from '../../copy/row.ts'
import { CARRIED_META, type CopiedTable, type TableName } from '../../copy/tables.ts'
import type { ColumnType } from '../../rows/columns.ts'

/** The tables with daily partitions, and the column with the day. */
const DAY_COLUMNS: Readonly<Partial<Record<TableName, string>>> = {
  events: 'accepted_at',
  ended_deliveries: 'event_at',
  attempts: 'event_at',
}

/** Returns undefined if the table has no partitions. */
export function dayColumnOf(table: CopiedTable): string | undefined {
  return DAY_COLUMNS[table.name]
}

/** Columns of PostgreSQL alone, and the expressions that fill them. */
const DERIVED: Readonly<Partial<Record<TableName, Derived>>> = {
  // Nodes read webhooks newer than they know: all of them.
  webhooks: { column: 'changed_in', expression: '(SELECT version FROM webhooks_version)' },
  deliveries: {
    column: 'lease_until',
    expression:
      "CASE state WHEN 'sending' THEN floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint END",
  },
}

interface Derived {
  readonly column: string
  readonly expression: string
}

const TYPES: Readonly<Record<ColumnType, string>> = {
  text: 'text',
  whole: 'bigint',
  real: 'double precision',
  flag: 'boolean',
}

/** Selects rows after a key, at most `BATCH_SIZE_MAX` of text and one row. */
function selectPage(table: CopiedTable): string {
  const columns = Object.keys(table.columns)
  const texts = columns.filter((column) => table.columns[column] === 'text')
  const size = ['0', ...texts.map((column) => `coalesce(octet_length(${column}), 0)`)].join(' + ')
  const key = table.key.join(', ')
  const list = columns.join(', ')
  return `SELECT ${list} FROM (
      SELECT ${list}, sum(size) OVER (ORDER BY ${key} ROWS UNBOUNDED PRECEDING) - size AS size_before FROM (
        SELECT ${list}, ${size} AS size FROM ${table.name}
        WHERE (${key}) > (${table.key.map((_, index) => `$${index + 1}::bigint`).join(', ')})
        ORDER BY ${key} LIMIT ${BATCH_ROWS_MAX}) AS page) AS sized
    WHERE size_before < ${BATCH_SIZE_MAX} ORDER BY ${key}`
}

const SELECT_META = `SELECT key, value FROM meta WHERE ${CARRIED_META} ORDER BY key COLLATE "C"`

export function countAll(table: CopiedTable): string {
  return `SELECT count(*) AS count FROM ${table.name} ${table.name === 'meta' ? `WHERE ${CARRIED_META}` : ''}`
}

/** The rows are one text of JSON. */
export function insertInto(table: CopiedTable): string {
  const columns = Object.entries(table.columns)
  const derived = DERIVED[table.name]
  const into = [...columns.map(([name]) => name), ...(derived ? [derived.column] : [])]
  const from = [...columns.map(([name]) => name), ...(derived ? [derived.expression] : [])]
  const types = columns.map(([name, type]) => `${name} ${TYPES[type]}`)
  return `INSERT INTO ${table.name} (${into.join(', ')})
    SELECT ${from.join(', ')} FROM json_to_recordset($1) AS row (${types.join(', ')})`
}

export function sequenceOf(table: string): string {
  if (table === 'events') return 'event_ids'
  if (table === 'deliveries') return 'delivery_ids'
  return `${table}_id_seq`
}

type StoredRow = Readonly<Record<string, string | number | boolean | null>>

type ReadRows = (text: string, values: readonly (string | number)[]) => Promise<readonly unknown[]>

export async function* readBatches(
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
  for (;;) {
    const rows = toRows(table, (await read(selectPage(table), last)) as readonly StoredRow[])
    const end = rows.at(-1)
    if (!end) return
    yield rows
    last = keyOf(table, end)
  }
}

function toRows(table: CopiedTable, stored: readonly StoredRow[]): readonly Row[] {
  const names = Object.keys(table.columns)
  return stored.map((row) => names.map((name) => toValue(row[name])))
}

function toValue(stored: StoredRow[string] | undefined): CopiedValue {
  return typeof stored === 'boolean' ? Number(stored) : (stored ?? null)
}
