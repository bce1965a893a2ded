import type { Database } from 'better-sqlite3'
import type { Instant } from '../../../domain/instant.ts'
import { cutBySize, type Page, type PageRequest } from '../../../domain/page.ts'
import type { AlertRow } from '../../rows/alert-row.ts'
import { type Lists, longestAlerts } from '../../scripts/history.ts'
import type { Piece, Pieces } from '../../transactions/list-scans.ts'
import { CLOCK_SLACK_MS, conditionsOf, indexScans, NO_ID, where } from '../../transactions/list-scans.ts'
import { runStep } from '../../transactions/transaction-script.ts'

interface Listed {
  readonly table: string
  readonly conditions: Pieces
}

export function listsOf(db: Database): Lists {
  return {
    // Each range names its index: without statistics the planner may search everything.
    listRows: ({ list, filter, further = [], page, columns }) =>
      runStep(() => {
        const times = list.table === 'events' || list.table === 'audit' ? idsBetween(list.table, filter) : []
        // The planner knows the indexes of the audit log, one of which is PostgreSQL's alone.
        const isFree = list.table === 'audit'
        const scans = indexScans(isFree ? { ...list, indexes: [] } : list, { ...filter })
        const ranges = scans.map(({ index, filter: part }) => ({
          table: `${list.table} ${index ? `INDEXED BY ${index.name}` : isFree ? '' : 'NOT INDEXED'}`,
          conditions: [
            ...conditionsOf(list.filters, part, oneOf),
            ...further,
            ...times,
            index?.condition !== undefined && ([index.condition] as const),
          ],
        }))
        return listPages(db, ranges, page, columns)
      }),

    listLongest: ({ list, filter, further = [], page }) =>
      runStep(() => {
        const conditions = [...conditionsOf(list.filters, filter, oneOf), ...further]
        const [sql, ...values] = longestAlerts('alerts INDEXED BY alerts_active', conditions, page.limit)
        return db.prepare<unknown[], AlertRow>(sql).all(...values)
      }),
  }
}

/** Merges rows of several index ranges, each ordered by id. */
export function listPages<Row extends { readonly id: number }>(
  db: Database,
  ranges: readonly Listed[],
  page: PageRequest,
  columns: readonly string[] = ['*'],
): Page<Row> {
  const scans = ranges.map((range) => () => scan<Row>(db, range, page, columns))
  return cutBySize(newestOf(scans, page.limit), page.charactersMax)
}

function scan<Row>(
  db: Database,
  { table, conditions }: Listed,
  page: PageRequest,
  columns: readonly string[],
): IterableIterator<Row> {
  const [sql, ...values] = where([...conditions, page.before !== undefined && ['id < ?', page.before]])
  return db
    .prepare<unknown[], Row>(`SELECT ${columns.join(', ')} FROM ${table} ${sql} ORDER BY id DESC LIMIT ?`)
    .iterate(...values, page.limit)
}

/** An open scan keeps the connection from writing. */
function* newestOf<Row extends { readonly id: number }>(
  begin: readonly (() => IterableIterator<Row>)[],
  limit: number,
): Generator<Row> {
  const scans: IterableIterator<Row>[] = []
  try {
    for (const scan of begin) scans.push(scan())
    const heads = scans.map((scan) => scan.next())
    for (let count = 0; count < limit; count += 1) {
      const ids = heads.map(({ done, value }) => (done ? 0 : value.id))
      const newest = ids.indexOf(Math.max(...ids))
      const head = heads[newest]
      if (!head || head.done) return
      yield head.value
      if (count + 1 < limit) heads[newest] = scans[newest]!.next()
    }
  } finally {
    for (const scan of scans) scan.return?.()
  }
}

export function oneOf(column: string, values: readonly string[]): Piece {
  return [`${column} IN (${values.map(() => '?').join(', ')})`, ...values]
}

interface Times {
  readonly from?: Instant | undefined
  readonly until?: Instant | undefined
}

const TIME_OF = { events: 'accepted_at', audit: 'at' } as const

const firstSince = (table: keyof typeof TIME_OF) =>
  `SELECT id FROM ${table} WHERE ${TIME_OF[table]} >= ? ORDER BY ${TIME_OF[table]}, id LIMIT 1`
const lastBefore = (table: keyof typeof TIME_OF) =>
  `SELECT id FROM ${table} WHERE ${TIME_OF[table]} < ? ORDER BY ${TIME_OF[table]} DESC, id DESC LIMIT 1`

/** Ids grow with time, so an old list need not read what came since. */
function idsBetween(table: keyof typeof TIME_OF, { from, until }: Times): Pieces {
  return [
    from !== undefined && [`id > coalesce((${lastBefore(table)}), 0)`, from - CLOCK_SLACK_MS],
    until !== undefined && [`id < coalesce((${firstSince(table)}), ${NO_ID})`, until + CLOCK_SLACK_MS],
  ]
}

/** A delivery's id grows with its event's, except if a fallback or an operation made it later. */
export function deliveryIdsBetween({ from, until }: Times): Pieces {
  return [
    from !== undefined && [
      `id > coalesce((SELECT id FROM deliveries WHERE event_id <= (${lastBefore('events')})
       AND fallback_of IS NULL AND operation_id IS NULL ORDER BY event_id DESC, id DESC LIMIT 1), 0)`,
      from - CLOCK_SLACK_MS,
    ],
    until !== undefined && [
      `id < coalesce((SELECT id FROM deliveries WHERE event_id >= (${firstSince('events')}) ORDER BY event_id, id LIMIT 1), ${NO_ID})`,
      until + CLOCK_SLACK_MS,
    ],
  ]
}
