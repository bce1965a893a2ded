import type { Database } from 'better-sqlite3'
import type { Filters, List } from '../../../domain/filter/filter.ts'
import type { Instant } from '../../../domain/instant.ts'
import { countCharacters, cutBySize, type Page, type PageRequest } from '../../../domain/page.ts'
import {
  CLOCK_SLACK_MS,
  type Condition,
  conditionOf,
  indexScans,
  NO_ID,
} from '../../transactions/list-scans.ts'

/** Conditions of a statement; false and undefined ones do not apply. */
export type Conditions = readonly (Condition | false | undefined)[]

interface Listed {
  readonly table: string
  readonly conditions: Conditions
  readonly page: PageRequest
}

/**
 * Returns the index ranges of a list. Each names its index: without statistics the planner may search
 * everything. `further`: conditions of no filter.
 */
export function scansOf(
  list: List,
  filter: object,
  further: Conditions = [],
): readonly Omit<Listed, 'page'>[] {
  return indexScans(list, { ...filter }).map(({ index, filter: part }) => ({
    table: `${list.table} ${index ? `INDEXED BY ${index.name}` : 'NOT INDEXED'}`,
    conditions: [
      ...conditionsOf(list.filters, part),
      ...further,
      index?.condition !== undefined && [index.condition],
    ],
  }))
}

/** Returns the conditions of the filters, in order. */
export function conditionsOf(filters: Filters, given: object): Conditions {
  const values: Readonly<Record<string, unknown>> = { ...given }
  return Object.entries(filters).map(([name, filter]) => conditionOf(filter, values[name], oneOf))
}

/** Newest first. */
export function list<Row extends { readonly id: number }>(
  db: Database,
  { page, ...listed }: Listed,
): Page<Row> {
  return listPages<Row>(db, [listed], page)
}

/** Merges rows of several index ranges, each ordered by id. */
export function listPages<Row extends { readonly id: number }>(
  db: Database,
  deps: readonly Omit<Listed, 'page'>[],
  page: PageRequest,
  columns: readonly string[] = ['*'],
): Page<Row> {
  const scans = deps.map((part) => () => scan<Row>(db, { ...part, page }, columns))
  return cutBySize(newestOf(scans, page.limit), page.charactersMax, countCharacters)
}

function scan<Row>(
  db: Database,
  { table, conditions, page }: Listed,
  columns: readonly string[],
): IterableIterator<Row> {
  const { where, values } = toWhere([...conditions, page.before !== undefined && ['id < ?', page.before]])
  const sql = `SELECT ${columns.join(', ')} FROM ${table} ${where} ORDER BY id DESC LIMIT ?`
  return db.prepare<(string | number)[], Row>(sql).iterate(...values, page.limit)
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

export function one<Row>(db: Database, table: string, id: number): Row | undefined {
  return db.prepare<[number], Row>(`SELECT * FROM ${table} WHERE id = ?`).get(id)
}

export function toWhere(conditions: Conditions): {
  readonly where: string
  readonly values: readonly (string | number)[]
} {
  const wanted = conditions.filter((condition) => condition !== false && condition !== undefined)
  return {
    where: wanted.length === 0 ? '' : `WHERE ${wanted.map(([sql]) => sql).join(' AND ')}`,
    values: wanted.flatMap(([, ...values]) => values),
  }
}

export function oneOf(column: string, values: readonly string[] | undefined): Condition | undefined {
  return values && [`${column} IN (${values.map(() => '?').join(', ')})`, ...values]
}

const FIRST_EVENT_SINCE = 'SELECT id FROM events WHERE accepted_at >= ? ORDER BY accepted_at, id LIMIT 1'
const LAST_EVENT_BEFORE =
  'SELECT id FROM events WHERE accepted_at < ? ORDER BY accepted_at DESC, id DESC LIMIT 1'

/** Conditions for events of a time, and for anything created together with them. */
export function eventIdsBetween(from: Instant | undefined, until: Instant | undefined): Conditions {
  return [
    from !== undefined && [`id > coalesce((${LAST_EVENT_BEFORE}), 0)`, from - CLOCK_SLACK_MS],
    until !== undefined && [`id < coalesce((${FIRST_EVENT_SINCE}), ${NO_ID})`, until + CLOCK_SLACK_MS],
  ]
}

/** A delivery's id grows with its event's, except if a fallback or an operation made it later. */
export function deliveryIdsBetween(from: Instant | undefined, until: Instant | undefined): Conditions {
  return [
    from !== undefined && [
      `id > coalesce((SELECT id FROM deliveries WHERE event_id <= (${LAST_EVENT_BEFORE})
       AND fallback_of IS NULL AND operation_id IS NULL ORDER BY event_id DESC, id DESC LIMIT 1), 0)`,
      from - CLOCK_SLACK_MS,
    ],
    until !== undefined && [
      `id < coalesce((SELECT id FROM deliveries WHERE event_id >= (${FIRST_EVENT_SINCE}) ORDER BY event_id, id LIMIT 1), ${NO_ID})`,
      until + CLOCK_SLACK_MS,
    ],
  ]
}
