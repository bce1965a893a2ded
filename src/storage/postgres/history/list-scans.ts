import type { Filters, List } from '../../../domain/filter/filter.ts'
import type { Instant } from '../../../domain/instant.ts'
import { cut, type Page, type PageRequest } from '../../../domain/page.ts'
import { CLOCK_SLACK_MS, conditionOf, indexScans, NO_ID } from '../../transactions/list-scans.ts'
import type { Database } from '../connection/database.ts'
import { join, oneOf, type Piece, type Pieces, type Value, where } from '../connection/statement.ts'

/** The ids between the two, both excluded. */
export interface IdRange {
  readonly after: number
  readonly before: number
}

interface KeysetScan {
  readonly table: string
  readonly columns: string
  /** Leading columns of an index with their values; the next is the id. */
  readonly prefix: readonly (readonly [column: string, value: Value])[]
  readonly ids: IdRange
  readonly conditions?: Pieces
  readonly limit: number
}

/**
 * Scans one piece of an index in the order of ids. Comparing whole rows forces that index: with an equality
 * the planner could search another one whole.
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

export function idsOf(
  { before = NO_ID, limit }: PageRequest,
  range: IdRange = { after: 0, before: NO_ID },
): Pick<KeysetScan, 'ids' | 'limit'> {
  return { ids: { after: range.after, before: Math.min(range.before, before) }, limit }
}

/** Returns the scans of a list, each along its index. */
export function scansOf(
  list: List,
  filter: object,
  page: Pick<KeysetScan, 'ids' | 'limit'>,
): readonly Piece[] {
  return indexScans(list, { ...filter }).map(({ index, filter: part }) => {
    // A flag is the condition of its index, not a column.
    const led = index?.filters.filter((name) => list.filters[name]?.kind !== 'flag') ?? []
    const prefix = led.map((name) => [list.filters[name]!.column!, part[name] as Value] as const)
    const conditions = [
      ...conditionsOf(list.filters, part, led),
      index?.condition !== undefined && ([index.condition] as const),
    ]
    return scan({ table: list.table, columns: '*', prefix, conditions, ...page }, 'DESC')
  })
}

/** Returns the conditions of the filters that are not `said`, in order. */
export function conditionsOf(filters: Filters, given: object, said: readonly string[] = []): Pieces {
  const values: Readonly<Record<string, unknown>> = { ...given }
  return Object.entries(filters).map(
    ([name, filter]) => !said.includes(name) && conditionOf(filter, values[name], oneOf),
  )
}

/** Merges scans into one statement, and so one snapshot. */
export function mergeScans(scans: readonly Piece[], direction: 'ASC' | 'DESC', limit: number): Piece {
  const all = join(
    scans.map(([sql, ...values]) => [`(${sql})`, ...values] as const),
    ' UNION ALL ',
  )
  return join([['SELECT * FROM ('], all, [`) AS scanned ORDER BY id ${direction} LIMIT ?`, limit]], '')
}

/** Tables whose ids follow a time. */
type Timed = 'events' | 'ended_deliveries' | 'audit'

const TIME_OF: Readonly<Record<Timed, string>> = {
  events: 'accepted_at',
  ended_deliveries: 'created_at',
  audit: 'at',
}

/**
 * Returns the ids outside of which nothing lies in the range of time, or an old list would read everything
 * since.
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
  /** An id up to which everything is older; 0: none known. */
  readonly lastBefore: number
  /** The first id from which on no row is older; NO_ID: no such row. */
  readonly firstSince: number
}

/** Finds the id by bisection, which needs no index over the time. */
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

/** The number of rows in all, and of those that fit into the size of the page. */
export interface Sized {
  readonly listed_count?: number
}

/** Lists one page, newest first, that also ends by its size. `sized`: columns that may be long. */
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
