import { cut, type Page, type PageRequest } from '../../../domain/page.ts'
import { join, type Piece } from '../connection/pieces.ts'

/** The number of rows in all, and of those that the size of the page allows. */
export interface Sized {
  readonly listed_count?: number
}

/**
 * A list of one page, newest first, that ends by its size as well. `sized`: the columns that may be long. Their lengths
 * are known without them, so that the server reads no long value that it does not send.
 */
export function sizedList(
  list: Piece,
  { charactersMax }: Pick<PageRequest, 'charactersMax'>,
  sized: readonly string[],
  columns: readonly string[] = ['*'],
): Piece {
  if (charactersMax === undefined) return list
  const length = sized.map((column) => `coalesce(octet_length(${column}), 0)`).join(' + ')
  const before = `sum(${length}) OVER (ORDER BY id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`
  return join(
    [
      [
        `SELECT ${[...columns, ...(columns.includes('*') ? [] : ['listed_count'])].join(', ')}
           FROM (SELECT *, count(*) OVER () AS listed_count, ${before} AS octets_before FROM (`,
      ],
      list,
      [') AS listed) AS sized WHERE coalesce(octets_before, 0) < ? ORDER BY id DESC', charactersMax],
    ],
    '',
  )
}

export function readPage<Row extends Sized>(rows: readonly Row[]): Page<Row> {
  return rows.length < (rows[0]?.listed_count ?? 0) ? cut(rows) : rows
}
