import type { Database, Transaction } from '../connection/database.ts'
import { sequenceOf } from './tables.ts'
import { COUNTED_TABLES, type Counters } from '../../copy/tables.ts'

export async function readCounters(database: Database): Promise<Counters> {
  const each = COUNTED_TABLES.map(
    (name) =>
      `SELECT '${name}' AS name, CASE WHEN is_called THEN last_value ELSE last_value - 1 END AS last FROM ${sequenceOf(name)}`,
  )
  const rows = await database.readOnce<{ name: string; last: number }>(each.join(' UNION ALL '))
  return Object.fromEntries(rows.map(({ name, last }) => [name, last])) as Counters
}

export async function writeCounters(transaction: Transaction, counters: Counters): Promise<void> {
  for (const name of COUNTED_TABLES) {
    const last = counters[name]
    await transaction.queryOnce('SELECT setval($1::regclass, $2, $3)', [
      sequenceOf(name),
      Math.max(last, 1),
      last > 0,
    ])
  }
}
