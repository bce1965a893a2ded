import type { Value } from '../connection/statement.ts'
import { join, where, type Piece, type Pieces } from '../connection/pieces.ts'

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
 * A walk through one piece of an index, from its newest id to its oldest, or the other way. The comparison of whole
 * rows says where the piece begins and ends, and the order asks for that very index: an equality would let the planner
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

/** Several walks as one statement, and so at one moment: what moves between two tables is in one of them. */
export function mergeScans(scans: readonly Piece[], direction: 'ASC' | 'DESC', limit: number): Piece {
  const all = join(
    scans.map(([sql, ...values]) => [`(${sql})`, ...values] as const),
    ' UNION ALL ',
  )
  return join([['SELECT * FROM ('], all, [`) AS scanned ORDER BY id ${direction} LIMIT ?`, limit]], '')
}
