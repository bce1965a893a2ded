import type { Instant } from '../../../domain/instant.ts'
import type { Database } from '../connection/database.ts'
import { CLOCK_SLACK_MS, NO_ID } from '../../transactions/conditions.ts'
import type { IdRange } from './keyset-scan.ts'

/** Tables whose ids are in the order of a time, so that a range of time is a range of ids. */
export type Timed = 'events' | 'ended_deliveries' | 'audit'

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
