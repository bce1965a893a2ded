import { selectPage, SELECT_META } from './tables.ts'
import { keyOf, type CopiedValue, type Key, type Row } from '../../copy/row.ts'
import type { CopiedTable } from '../../copy/tables.ts'

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
