import type { Filter, Filters, List, ListIndex } from '../../domain/filter/filter.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Page, PageRequest } from '../../domain/page.ts'
import type { Stored, TransactionScript } from './transaction-script.ts'

/** A piece of SQL with `?` for its values, in order; no other `?` may be in it. Arrays are for PostgreSQL. */
export type Piece = readonly [sql: string, ...values: readonly (Stored | readonly Stored[])[]]
/** False and undefined pieces do not apply. */
export type Pieces = readonly (Piece | false | undefined)[]

/** A page of a list, newest first. */
export interface ListedPage {
  readonly list: List
  readonly filter: object
  /** Conditions of no filter. */
  readonly further?: Pieces
  readonly page: PageRequest
  /** Columns that may be long. */
  readonly sized: readonly string[]
  /** All by default. */
  readonly columns?: readonly string[]
}

/** Lists in the engine's own way. */
export type ListRows = <Row extends { readonly id: number }>(
  listed: ListedPage,
) => TransactionScript<Page<Row>>

export function join(pieces: Pieces, between: string): Piece {
  const wanted = pieces.filter((piece) => piece !== false && piece !== undefined)
  return [wanted.map(([sql]) => sql).join(between), ...wanted.flatMap(([, ...values]) => values)]
}

/** `before` and `after` are SQL without values. */
export function wrap(before: string, [sql, ...values]: Piece, after = ''): Piece {
  return [`${before}${sql}${after}`, ...values]
}

export function where(conditions: Pieces): Piece {
  return wrap('WHERE ', join([['true'], ...conditions], ' AND '))
}

/** An id above all ids; 0 is below all. */
export const NO_ID = Number.MAX_SAFE_INTEGER

/**
 * How far ids and times may disagree in milliseconds: ids grow with time, unless clocks differ or are set
 * back. Bounds by id spare old lists from reading everything since.
 */
export const CLOCK_SLACK_MS = 600_000

/** Returns undefined if any value will do. */
export function equals(column: string, value: string | number | undefined): Piece | undefined {
  return value === undefined ? undefined : [`${column} = ?`, value]
}

export function between(
  column: string,
  from: Instant | undefined,
  until: Instant | undefined,
): readonly (Piece | undefined)[] {
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

/** Returns the conditions of the filters that are not `said`, in order. `oneOf` is the engine's own. */
export function conditionsOf(
  filters: Filters,
  given: object,
  oneOf: (column: string, values: readonly string[]) => Piece,
  said: readonly string[] = [],
): Pieces {
  const values: Given = { ...given }
  return Object.entries(filters).map(
    ([name, filter]) => !said.includes(name) && conditionOf(filter, values[name], oneOf),
  )
}

/** Returns undefined if the filter asks for nothing, or has no column. */
function conditionOf(
  { column, kind }: Filter,
  value: unknown,
  oneOf: (column: string, values: readonly string[]) => Piece,
): Piece | undefined {
  if (column === undefined || value === undefined) return undefined
  if (Array.isArray(value)) return oneOf(column, value as readonly string[])
  // A partial index is used only if the value stands in the statement.
  if (kind === 'flag') return [`${column} = ${value === true ? 1 : 0}`]
  if (kind === 'from') return [`${column} >= ?`, value as number]
  if (kind === 'until') return [`${column} < ?`, value as number]
  return equals(column, value as string | number)
}
