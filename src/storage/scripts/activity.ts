import type { Activity, BacklogPeak, Histogram } from '../../domain/overview/activity.ts'
import { HISTOGRAM_BUCKETS, NO_DURATIONS, sumBySteps } from '../../domain/overview/activity.ts'
import type { NodeId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { columnsAndValues, type RowOf, text, whole } from '../rows/columns.ts'
import { changeEachLast, many, type Scripts, statement } from '../transactions/transaction-script.ts'

export function activityScripts(): Scripts<'recordActivity' | 'listActivity'> {
  return {
    recordActivity: (node, minutes) =>
      changeEachLast(
        UPSERT,
        minutes.map((minute) => toActivityRow(node, minute)),
      ),

    *listActivity({ from, until, stepMs }) {
      return sumBySteps((yield* many(SELECT, { from, until })).map(toActivity), stepMs)
    },
  }
}

const COLUMNS = {
  at: whole<Instant>(),
  node: text<NodeId>(),
  events: whole(),
  attempts: whole(),
  delivered: whole(),
  retried: whole(),
  failed: whole(),
  /** JSON: the counts of the histogram up to the last that is not 0. */
  latency: text(),
  response: text(),
  unfinished: whole<number | null>(),
  oldest_due_ms: whole<number | null>(),
  paused: whole<number | null>(),
  oldest_paused_ms: whole<number | null>(),
}

type ActivityRow = RowOf<typeof COLUMNS>

/** Removes old rows, at most `limit`. */
export const PRUNE_ACTIVITY = statement<{ before: Instant; limit: number }>(
  'DELETE FROM activity WHERE (at, node) IN (SELECT at, node FROM activity WHERE at < @before ORDER BY at, node LIMIT @limit)',
)

const NAMES = Object.keys(COLUMNS)
const COUNTS = NAMES.filter((column) => column !== 'at' && column !== 'node')
const UPSERT = statement<ActivityRow>(
  `INSERT INTO activity ${columnsAndValues(NAMES)}
   ON CONFLICT (at, node) DO UPDATE SET ${COUNTS.map((column) => `${column} = excluded.${column}`).join(', ')}`,
)
const SELECT = statement<{ from: Instant; until: Instant }, ActivityRow>(
  'SELECT * FROM activity WHERE at >= @from AND at < @until ORDER BY at, node',
)

function toActivityRow(node: NodeId, minute: Activity): ActivityRow {
  return {
    at: minute.at,
    node,
    events: minute.events,
    attempts: minute.attempts,
    delivered: minute.delivered,
    retried: minute.retried,
    failed: minute.failed,
    latency: packHistogram(minute.latency),
    response: packHistogram(minute.response),
    unfinished: minute.backlog?.unfinished ?? null,
    oldest_due_ms: minute.backlog?.oldestDueMs ?? null,
    paused: minute.backlog?.paused ?? null,
    oldest_paused_ms: minute.backlog?.oldestPausedMs ?? null,
  }
}

function toActivity(row: Omit<ActivityRow, 'node'>): Activity {
  return {
    at: row.at,
    events: row.events,
    attempts: row.attempts,
    delivered: row.delivered,
    retried: row.retried,
    failed: row.failed,
    latency: unpackHistogram(row.latency),
    response: unpackHistogram(row.response),
    backlog: row.unfinished === null ? null : toPeak(row, row.unfinished),
  }
}

function toPeak(row: Omit<ActivityRow, 'node'>, unfinished: number): BacklogPeak {
  const { oldest_due_ms: oldestDueMs, paused, oldest_paused_ms: oldestPausedMs } = row
  return {
    unfinished,
    oldestDueMs: oldestDueMs ?? 0,
    paused: paused ?? 0,
    oldestPausedMs: oldestPausedMs ?? 0,
  }
}

function packHistogram(histogram: Histogram): string {
  return JSON.stringify(histogram.slice(0, histogram.findLastIndex((count) => count > 0) + 1))
}

function unpackHistogram(text: string): Histogram {
  if (text === '[]') return NO_DURATIONS
  const counts: readonly number[] = JSON.parse(text)
  return Array.from({ length: HISTOGRAM_BUCKETS }, (_, place) => counts[place] ?? 0)
}
