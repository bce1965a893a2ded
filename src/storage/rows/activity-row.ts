import {
  HISTOGRAM_BUCKETS,
  NO_DURATIONS,
  type Activity,
  type BacklogPeak,
  type Histogram,
} from '../../domain/overview/activity.ts'
import type { NodeId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'

export interface ActivityRow {
  at: Instant
  node: NodeId
  events: number
  attempts: number
  delivered: number
  retried: number
  failed: number
  /** JSON: the counts of the histogram up to the last that is not 0. */
  latency: string
  response: string
  unfinished: number | null
  oldest_due_ms: number | null
  paused: number | null
  oldest_paused_ms: number | null
}

export const ACTIVITY_COLUMNS = [
  'at',
  'node',
  'events',
  'attempts',
  'delivered',
  'retried',
  'failed',
  'latency',
  'response',
  'unfinished',
  'oldest_due_ms',
  'paused',
  'oldest_paused_ms',
] as const satisfies readonly (keyof ActivityRow)[]

export function toActivityRow(node: NodeId, minute: Activity): ActivityRow {
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

export function toActivity(row: Omit<ActivityRow, 'node'>): Activity {
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
