import { BATCH_ROWS_MAX, BATCH_SIZE_MAX } from './row.ts'
import { CARRIED_META, type ColumnType, type CopiedTable, type TableName } from './tables.ts'

/** The tables with a partition for each day, by the first column of their key. */
const PARTITIONED: ReadonlySet<TableName> = new Set(['events', 'ended_deliveries', 'attempts'])

export function isPartitioned(table: CopiedTable): boolean {
  return PARTITIONED.has(table.name)
}

const TYPES: Readonly<Record<ColumnType, string>> = {
  text: 'text',
  whole: 'bigint',
  real: 'double precision',
  flag: 'boolean',
}

/**
 * The rows behind a key, at most a batch of them: no more than `BATCH_SIZE_MAX` in their texts, and one. The length of
 * a text is known without reading it, so what lies beyond the limit costs nothing. Of partitioned tables those of one
 * day; its limits follow the values of the key.
 */
export function selectPage(table: CopiedTable): string {
  const columns = Object.keys(table.columns)
  const texts = columns.filter((column) => table.columns[column] === 'text')
  const size = ['0', ...texts.map((column) => `coalesce(octet_length(${column}), 0)`)].join(' + ')
  const key = table.key.join(', ')
  const next = table.key.length + 1
  const day = isPartitioned(table)
    ? `AND ${table.key[0]} >= $${next}::bigint AND ${table.key[0]} < $${next + 1}::bigint`
    : ''
  const list = columns.join(', ')
  return `SELECT ${list} FROM (
      SELECT ${list}, sum(size) OVER (ORDER BY ${key} ROWS UNBOUNDED PRECEDING) - size AS size_before FROM (
        SELECT ${list}, ${size} AS size FROM ${table.name}
        WHERE (${key}) > (${table.key.map((_, index) => `$${index + 1}::bigint`).join(', ')}) ${day}
        ORDER BY ${key} LIMIT ${BATCH_ROWS_MAX}) AS page) AS sized
    WHERE size_before < ${BATCH_SIZE_MAX} ORDER BY ${key}`
}

/** The next day in which a partitioned table has something; the day goes by its first moment. */
export function selectNextDay(table: CopiedTable): string {
  return `SELECT min(${table.key[0]}) AS at FROM ${table.name} WHERE ${table.key[0]} >= $1::bigint`
}

export const SELECT_META = `SELECT key, value FROM meta WHERE ${CARRIED_META} ORDER BY key COLLATE "C"`

export function countAll(table: CopiedTable): string {
  return `SELECT count(*) AS count FROM ${table.name} ${table.name === 'meta' ? `WHERE ${CARRIED_META}` : ''}`
}

/** The rows are one text of JSON. */
export function insertInto(table: CopiedTable): string {
  const columns = Object.entries(table.columns)
  const list = columns.map(([name]) => name).join(', ')
  const types = columns.map(([name, type]) => `${name} ${TYPES[type]}`).join(', ')
  return `INSERT INTO ${table.name} (${list}) SELECT ${list} FROM json_to_recordset($1) AS row (${types})`
}

/** Where a counter is kept. */
export function sequenceOf(table: string): string {
  if (table === 'events') return 'event_ids'
  if (table === 'deliveries') return 'delivery_ids'
  return `${table}_id_seq`
}
