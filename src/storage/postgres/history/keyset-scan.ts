import type { PageRequest } from '../../../domain/page.ts'
import { NO_ID } from '../../transactions/conditions.ts'
import type { Value } from '../connection/statement.ts'
import type { Filters, List } from '../../../domain/filter/filter.ts'
import { conditionOf, indexScans } from '../../transactions/list-scans.ts'
import { join, oneOf, where, type Piece, type Pieces } from '../connection/pieces.ts'

/** Ids between the two, neither of them included. */
export interface IdRange {
  readonly after: number
  readonly before: number
}

export interface KeysetScan {
  readonly table: string
  readonly columns: string
  /** Columns of an index, in its order, with the values that are looked for; its next column is the id. */
  readonly prefix: readonly (readonly [column: string, value: Value])[]
  readonly ids: IdRange
  /** Further conditions. */
  readonly conditions?: Pieces
  readonly limit: number
}

/**
 * A scan of one piece of an index, from its newest id to its oldest, or the other way. The comparison of whole rows
 * says where the piece begins and ends, and the order asks for that very index: an equality would let the planner
 * take another one, whose ids come in the same order, and look through all of them for what may not be there.
 */
export function scan(
  { table, columns, prefix, ids, conditions = [], limit }: KeysetScan,
  direction: 'ASC' | 'DESC',
): Piece {
  const names = [...prefix.map(([column]) => column), 'id']
  const row = `(${names.join(', ')})`
  const marks = `(${names.map(() => '?').join(', ')})`
  const values = prefix.map(([, value]) => value)
  return join(
    [
      [`SELECT ${columns} FROM ${table}`],
      where([
        [`${row} > ${marks}`, ...values, ids.after],
        [`${row} < ${marks}`, ...values, ids.before],
        ...conditions,
      ]),
      [`ORDER BY ${names.map((name) => `${name} ${direction}`).join(', ')} LIMIT ?`, limit],
    ],
    ' ',
  )
}

/** Where a page goes on, within a range. */
export function idsOf(
  { before = NO_ID, limit }: PageRequest,
  range: IdRange = { after: 0, before: NO_ID },
): Pick<KeysetScan, 'ids' | 'limit'> {
  return { ids: { after: range.after, before: Math.min(range.before, before) }, limit }
}

/** The scans by which a list is read: each along the index that serves it, whose columns no condition says again. */
export function scansOf(
  list: List,
  filter: object,
  page: Pick<KeysetScan, 'ids' | 'limit'>,
): readonly Piece[] {
  return indexScans(list, { ...filter }).map(({ index, filter: part }) => {
    // A flag is the condition of its index, and no column of it.
    const led = index?.filters.filter((name) => list.filters[name]?.kind !== 'flag') ?? []
    const prefix = led.map((name) => [list.filters[name]!.column!, part[name] as Value] as const)
    const conditions = [
      ...conditionsOf(list.filters, part, led),
      index?.condition !== undefined && ([index.condition] as const),
    ]
    return scan({ table: list.table, columns: '*', prefix, conditions, ...page }, 'DESC')
  })
}

/** The conditions of what a list is asked by, in the order of its filters, but for those that are said already. */
export function conditionsOf(filters: Filters, given: object, said: readonly string[] = []): Pieces {
  const values: Readonly<Record<string, unknown>> = { ...given }
  return Object.entries(filters).map(
    ([name, filter]) => !said.includes(name) && conditionOf(filter, values[name], oneOf),
  )
}

/** Several scans as one statement, and so at one moment: what moves between two tables is in one of them. */
export function mergeScans(scans: readonly Piece[], direction: 'ASC' | 'DESC', limit: number): Piece {
  const all = join(
    scans.map(([sql, ...values]) => [`(${sql})`, ...values] as const),
    ' UNION ALL ',
  )
  return join([['SELECT * FROM ('], all, [`) AS scanned ORDER BY id ${direction} LIMIT ?`, limit]], '')
}
