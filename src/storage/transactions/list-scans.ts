import type { Filter, Filters, List, ListIndex } from '../../domain/filter/filter.ts'
import type { Instant } from '../../domain/instant.ts'

/** A piece of a WHERE clause, with `?` for each value. */
export type Condition = readonly [sql: string, ...values: readonly (string | number)[]]

/** An id above all ids; 0 is below all. */
export const NO_ID = Number.MAX_SAFE_INTEGER

/**
 * How far ids and times may disagree in milliseconds: ids grow with time, unless clocks differ or are set
 * back. Bounds by id spare old lists from reading everything since.
 */
export const CLOCK_SLACK_MS = 600_000

/** Returns undefined if any value will do. */
export function equals(column: string, value: string | number | undefined): Condition | undefined {
  return value === undefined ? undefined : [`${column} = ?`, value]
}

export function between(
  column: string,
  from: Instant | undefined,
  until: Instant | undefined,
): readonly (Condition | undefined)[] {
  return [
    from === undefined ? undefined : [`${column} >= ?`, from],
    until === undefined ? undefined : [`${column} < ?`, until],
  ]
}

type Given = Readonly<Record<string, unknown>>

interface IndexScan {
  /** Absent: all rows of the table. */
  readonly index?: ListIndex
  readonly filter: Given
}

/**
 * Returns the scans of a list: along the first index whose columns are known, once per word they may have, or
 * through all rows.
 */
export function indexScans(list: List, filter: Given): readonly IndexScan[] {
  const index = list.indexes.find((each) => fits(each, list.filters, filter))
  if (!index) return [{ filter }]
  const parts = index.filters.reduce<readonly Given[]>(
    (all, name) =>
      all.flatMap((part) =>
        valuesOf(list.filters[name]!, filter[name]).map((value) => ({ ...part, [name]: value })),
      ),
    [filter],
  )
  return parts.map((part) => ({ index, filter: part }))
}

function fits(
  { filters: [first = '', ...others], words }: ListIndex,
  filters: Filters,
  filter: Given,
): boolean {
  if (filter[first] === undefined || filter[first] === false) return false
  if (words && !valuesOf(filters[first]!, filter[first]).every((word) => words.includes(String(word))))
    return false
  return others.every((name) => filter[name] !== undefined || 'words' in filters[name]!)
}

function valuesOf(filter: Filter, given: unknown): readonly unknown[] {
  if (given === undefined) return 'words' in filter ? filter.words : []
  return Array.isArray(given) ? [...new Set(given)] : [given]
}

/**
 * Returns the condition of a filter; undefined: it asks for nothing, or has no column. `oneOf` is the
 * engine's own.
 */
export function conditionOf<One>(
  { column, kind }: Filter,
  value: unknown,
  oneOf: (column: string, values: readonly string[]) => One,
): One | Condition | undefined {
  if (column === undefined || value === undefined) return undefined
  if (Array.isArray(value)) return oneOf(column, value as readonly string[])
  // A partial index is used only if the value stands in the statement.
  if (kind === 'flag') return [`${column} = ${value === true ? 1 : 0}`]
  if (kind === 'from') return [`${column} >= ?`, value as number]
  if (kind === 'until') return [`${column} < ?`, value as number]
  return equals(column, value as string | number)
}
