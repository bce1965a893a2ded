import { CARRIED_META, type CopiedTable, type TableName } from '../../copy/tables.ts'

interface TableLocation {
  readonly into: string
  readonly from: string
  readonly where?: string
  /** The expression for a column that does not come from `into`. */
  readonly instead?: Readonly<Record<string, string>>
  /** Columns that SQLite finds elsewhere. */
  readonly unwritten?: readonly string[]
  /** A column that is computed from another one instead of copied. */
  readonly derived?: { readonly column: string; readonly expression: string; readonly from: string }
}

/** Events may be missing, then history has its own time. */
const EVENT_AT = `coalesce((SELECT accepted_at FROM events WHERE events.id = deliveries.event_id), deliveries.created_at)`

const PLACES: Readonly<Partial<Record<TableName, TableLocation>>> = {
  meta: { into: 'meta', from: 'meta', where: CARRIED_META },
  deliveries: {
    into: 'deliveries',
    from: 'deliveries',
    where: "deliveries.state IN ('waiting', 'pending', 'sending')",
    instead: {
      event_at: EVENT_AT,
      // Other states may have left a meaningless value.
      due_at: "CASE WHEN deliveries.state = 'pending' THEN deliveries.due_at END",
    },
    unwritten: ['event_at'],
    derived: {
      column: 'lease_until',
      expression: "CASE ? WHEN 'sending' THEN CAST(unixepoch('subsec') * 1000 AS INTEGER) END",
      from: 'state',
    },
  },
  ended_deliveries: {
    into: 'deliveries',
    from: 'deliveries',
    where: "deliveries.state NOT IN ('waiting', 'pending', 'sending')",
    instead: { event_at: EVENT_AT },
    unwritten: ['event_at'],
  },
  attempts: {
    into: 'attempts',
    from: 'attempts LEFT JOIN deliveries ON deliveries.id = attempts.delivery_id',
    instead: { event_at: `coalesce(${EVENT_AT}, attempts.started_at)` },
    unwritten: ['event_at'],
  },
}

/** Selects rows after a key, in the order of keys; give the values of the key twice. */
export function selectBehind(table: CopiedTable): string {
  const location = locationOf(table)
  const expression = (column: string) => location.instead?.[column] ?? `${location.into}.${column}`
  const key = table.key.map(expression)
  const conditions = [
    ...(location.where === undefined ? [] : [location.where]),
    // Repeats the first column, for which an index can be used.
    `${key[0]} >= ?`,
    `(${key.join(', ')}) > (${key.map(() => '?').join(', ')})`,
  ]
  return `SELECT ${Object.keys(table.columns).map(expression).join(', ')} FROM ${location.from}
    WHERE ${conditions.join(' AND ')} ORDER BY ${key.join(', ')}`
}

export function countAll(table: CopiedTable): string {
  const { into, where } = locationOf(table)
  return `SELECT count(*) AS count FROM ${into} ${where === undefined ? '' : `WHERE ${where}`}`
}

/** The values are those of the returned columns, in order. */
export function insertInto(table: CopiedTable): {
  readonly text: string
  readonly columns: readonly string[]
} {
  const { into, unwritten = [], derived } = locationOf(table)
  const columns = Object.keys(table.columns).filter((column) => !unwritten.includes(column))
  const names = derived ? [...columns, derived.column] : columns
  const values = [...columns.map(() => '?'), ...(derived ? [derived.expression] : [])]
  return {
    text: `INSERT INTO ${into} (${names.join(', ')}) VALUES (${values.join(', ')})`,
    columns: derived ? [...columns, derived.from] : columns,
  }
}

function locationOf(table: CopiedTable): TableLocation {
  return PLACES[table.name] ?? { into: table.name, from: table.name }
}
