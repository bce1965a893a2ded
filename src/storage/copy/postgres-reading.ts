import { PARTITION_MS } from '../postgres/partitions.ts'
import { isPartitioned, selectNextDay, selectPage, SELECT_META } from './postgres-tables.ts'
import { keyOf, type CopiedValue, type Key, type Row } from './row.ts'
import type { CopiedTable } from './tables.ts'

type StoredRow = Readonly<Record<string, string | number | boolean | null>>

export type ReadRows = (text: string, values: readonly (string | number)[]) => Promise<readonly unknown[]>

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
