import type { Instant } from '../../../domain/instant.ts'
import { cut, type Page, type PageRequest } from '../../../domain/page.ts'
import type { AlertRow } from '../../rows/alert-row.ts'
import { type Lists, longestAlerts } from '../../scripts/history.ts'
import {
  CLOCK_SLACK_MS,
  conditionsOf,
  indexScans,
  join,
  type ListedPage,
  NO_ID,
  type Piece,
  type Pieces,
  where,
} from '../../transactions/list-scans.ts'
import { runStep } from '../../transactions/transaction-script.ts'
import type { Database } from '../connection/database.ts'
import { numbered, oneOf, type Value } from '../connection/statement.ts'

export function listsOf(database: Pick<Database, 'list' | 'readOnce'>): Lists {
  return {
    listRows: (listed) =>
      runStep(async () => {
        if (listed.list.table === 'alerts') {
          return readPage(await database.readOnce<never>(...numbered(sizedList(alertList(listed), listed))))
        }
        const scans = await scansOf(database, listed)
        if (scans.length === 0) return []
        const merged = mergeScans(scans, 'DESC', listed.page.limit)
        return readPage(await database.list<never>(...numbered(sizedList(merged, listed))))
      }),

    listLongest: (listed) =>
      runStep(() => {
        const longest = longestAlerts('alerts', alertConditions(listed), listed.page.limit)
        return database.readOnce<AlertRow>(...numbered(longest))
      }),
  }
}

function alertConditions({ list, filter, further = [] }: ListedPage): Pieces {
  const { name }: { readonly name?: string } = filter
  return [
    ...conditionsOf(list.filters, filter, oneOf),
    // The index has these columns.
    name !== undefined && ['left(name, 200) = left(?, 200)', name],
    ...further,
  ]
}

/** Lets the planner choose between the list's order and an index: alerts are few. */
function alertList(listed: ListedPage): Piece {
  const {
    filter,
    page,
  }: { readonly filter: { readonly states?: readonly string[] }; readonly page: PageRequest } = listed
  return join(
    [
      ['SELECT * FROM alerts'],
      where([
        ['id < ?', page.before ?? NO_ID],
        ...alertConditions(listed),
        // Words that let the planner use the partial index of active alerts.
        filter.states !== undefined && !filter.states.includes('cleared') && ["state <> 'cleared'"],
      ]),
      ['ORDER BY id DESC LIMIT ?', page.limit],
    ],
    ' ',
  )
}

/** Returns the scans of a list, each along its index. */
async function scansOf(
  database: Pick<Database, 'list'>,
  { list, filter, page: { before = NO_ID, limit } }: ListedPage,
): Promise<readonly Piece[]> {
  const isTimed = list.table in TIME_OF && !('alertId' in filter && filter.alertId !== undefined)
  const range = await findIdRange(database, list.table as Timed, isTimed ? filter : {})
  const ids = { after: range.after, before: Math.min(range.before, before) }
  return indexScans(list, { ...filter }).map(({ index, filter: part }) => {
    // A flag is the condition of its index, not a column.
    const led = index?.filters.filter((name) => list.filters[name]?.kind !== 'flag') ?? []
    const prefix = led.map((name) => [list.filters[name]!.column!, part[name] as Value] as const)
    const conditions = [
      ...conditionsOf(list.filters, part, oneOf, led),
      index?.condition !== undefined && ([index.condition] as const),
    ]
    return scan({ table: list.table, columns: '*', prefix, conditions, ids, limit }, 'DESC')
  })
}

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

/** Ends a page, newest first, also by its size. */
function sizedList(list: Piece, { page: { charactersMax }, sized, columns = ['*'] }: ListedPage): Piece {
  if (charactersMax === undefined || sized.length === 0) return list
  const length = sized.map((column) => `coalesce(octet_length(${column}), 0)`).join(' + ')
  const before = `sum(${length}) OVER (ORDER BY id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`
  const listed = [...columns, ...(columns.includes('*') ? [] : ['listed_count'])].join(', ')
  return join(
    [
      [
        `SELECT ${listed} FROM (SELECT *, count(*) OVER () AS listed_count, ${before} AS octets_before FROM (`,
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
