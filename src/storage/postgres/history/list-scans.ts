import type { Filters, List } from '../../../domain/filter/filter.ts'
import type { Instant } from '../../../domain/instant.ts'
import { cut, type Page, type PageRequest } from '../../../domain/page.ts'
import { CLOCK_SLACK_MS, conditionOf, indexScans, NO_ID } from '../../transactions/list-scans.ts'
import type { Database } from '../connection/database.ts'
import { join, oneOf, type Piece, type Pieces, type Value, where } from '../connection/statement.ts'

/** Ids between the two, neither of them included. */
export interface IdRange {
  readonly after: number
  readonly before: number
}

interface KeysetScan {
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

/** Tables whose ids are in the order of a time, so that a range of time is a range of ids. */
type Timed = 'events' | 'ended_deliveries' | 'audit'

const TIME_OF: Readonly<Record<Timed, string>> = {
  events: 'accepted_at',
  ended_deliveries: 'created_at',
  audit: 'at',
}

/**
 * The ids outside of which nothing lies that is from the time between the two. Without them a list of long ago would
 * read everything since. They hold for unfinished deliveries as well, whose ids are from the same sequence.
 */
export async function findIdRange(
  database: Pick<Database, 'list'>,
  table: Timed,
  { from, until }: { readonly from?: Instant | undefined; readonly until?: Instant | undefined },
): Promise<IdRange> {
  const [first, last] = await Promise.all([
    from === undefined ? undefined : findTurn(database, table, from - CLOCK_SLACK_MS),
    until === undefined ? undefined : findTurn(database, table, until + CLOCK_SLACK_MS),
  ])
  return { after: first?.lastBefore ?? 0, before: last?.firstSince ?? NO_ID }
}

interface Turn {
  /** An id up to which everything is from before the time, 0 if no such id. */
  readonly lastBefore: number
  /** The id from which on every row is from the time or later; NO_ID: no such row. */
  readonly firstSince: number
}

/**
 * Finds the id by bisection: each step reads one row, and no index over the time is needed. After the last row nothing
 * is known.
 */
async function findTurn(database: Pick<Database, 'list'>, table: Timed, at: Instant): Promise<Turn> {
  const time = TIME_OF[table]
  const rows = await database.list<{ low: number; high: number; beyond: number }>(
    `WITH RECURSIVE turn (low, high, beyond) AS (
       SELECT 0::bigint, last.id + 1, last.id + 1 FROM (SELECT id FROM ${table} ORDER BY id DESC LIMIT 1) AS last
       UNION ALL
       SELECT CASE WHEN found.at < $1 THEN found.id ELSE low END,
              CASE WHEN found.at < $1 THEN high ELSE middle END, beyond
       FROM (SELECT low, high, beyond, (low + high) / 2 AS middle FROM turn WHERE high - low > 1) AS half
       LEFT JOIN LATERAL (
         SELECT id, ${time} AS at FROM ${table} WHERE id >= middle AND id < high ORDER BY id LIMIT 1
       ) AS found ON true
     ) SELECT low, high, beyond FROM turn ORDER BY high - low LIMIT 1`,
    [at],
  )
  const turn = rows[0]
  if (turn === undefined) return { lastBefore: 0, firstSince: NO_ID }
  return { lastBefore: turn.low, firstSince: turn.high === turn.beyond ? NO_ID : turn.high }
}

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
