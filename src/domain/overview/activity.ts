import type { Instant } from '../instant.ts'

/** The activity of a minute, or of several minutes added. */
export interface Activity {
  /** Its start. */
  readonly at: Instant
  /** Accepted events, from every source. */
  readonly events: number
  /** Attempts that ended by themselves; those cut off by a stop do not count. */
  readonly attempts: number
  /** Accepted deliveries. */
  readonly delivered: number
  /** Failed attempts after which the delivery is tried again. */
  readonly retried: number
  /** Deliveries that ended as failed. */
  readonly failed: number
  /** From the acceptance of an event to its delivery. */
  readonly latency: Histogram
  /** Until receivers responded, or the time was over. */
  readonly response: Histogram
  /** The highest measured; null: it was not measured. */
  readonly backlog: BacklogPeak | null
}

/** The peaks of each member, possibly at different moments. */
export interface BacklogPeak {
  /** Waiting, pending or sending deliveries. */
  readonly unfinished: number
  /** The longest time that a delivery to any other receiver had been due; 0: nothing was due. */
  readonly oldestDueMs: number
  /** Unfinished deliveries held because their receivers were paused or probed. */
  readonly paused: number
  /** The age of the oldest held delivery; 0: nothing was held. */
  readonly oldestPausedMs: number
}

export const MINUTE_MS = 60_000

/**
 * Counts durations by size: the first bucket is for less than 1 ms, bucket n for 2^(n-1) ms up to 2^n ms, the last for
 * everything from 2^26 ms (18 hours).
 */
export type Histogram = readonly number[]

export const HISTOGRAM_BUCKETS = 28

export const NO_DURATIONS: Histogram = Array<number>(HISTOGRAM_BUCKETS).fill(0)

export function bucketOf(durationMs: number): number {
  if (!(durationMs >= 1)) return 0
  return durationMs >= 2 ** 26 ? HISTOGRAM_BUCKETS - 1 : 32 - Math.clz32(durationMs)
}

/**
 * Returns the duration that the given share did not exceed, in whole milliseconds; null: no durations. At most twice
 * too high or too low, as buckets are.
 */
export function quantileMs(histogram: Histogram, share: number): number | null {
  const total = histogram.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const rank = share * total
  let before = 0
  for (const [bucket, count] of histogram.entries()) {
    if (count > 0 && before + count >= rank) {
      const lowest = bucket === 0 ? 0 : 2 ** (bucket - 1)
      return Math.round(lowest + (2 ** bucket - lowest) * ((rank - before) / count))
    }
    before += count
  }
  return 2 ** (HISTOGRAM_BUCKETS - 1)
}

export function emptyActivity(at: Instant): Activity {
  return {
    at,
    events: 0,
    attempts: 0,
    delivered: 0,
    retried: 0,
    failed: 0,
    latency: NO_DURATIONS,
    response: NO_DURATIONS,
    backlog: null,
  }
}

/** Returns the sum of both, which begins where `sum` does. */
export function addActivity(sum: Activity, more: Activity): Activity {
  return combine(sum, more, 1)
}

/** Subtracts `earlier`, the same minute some time before. The backlog is that of `later`. */
export function activitySince(earlier: Activity, later: Activity): Activity {
  return { ...combine(later, earlier, -1), backlog: later.backlog }
}

/** Adds up by steps, in the order of time. Steps begin at multiples of their length; empty ones are left out. */
export function sumBySteps(minutes: Iterable<Activity>, stepMs: number): readonly Activity[] {
  const sums = new Map<Instant, Activity>()
  for (const minute of minutes) {
    const at = stepOf(minute.at, stepMs)
    sums.set(at, addActivity(sums.get(at) ?? emptyActivity(at), minute))
  }
  return [...sums.values()].toSorted((one, other) => one.at - other.at)
}

export interface ActivityRange {
  /** Inclusive; a multiple of the step, like `until`. */
  readonly from: Instant
  /** Exclusive. */
  readonly until: Instant
  readonly stepMs: number
}

/** Returns one point for every step of the period, also where nothing happened. */
export function everyStep(
  sums: Iterable<Activity>,
  { from, until, stepMs }: ActivityRange,
): readonly Activity[] {
  const known = new Map([...sums].map((sum) => [sum.at, sum]))
  return Array.from({ length: Math.max(0, Math.round((until - from) / stepMs)) }, (_, index) => {
    const at = from + index * stepMs
    return known.get(at) ?? emptyActivity(at)
  })
}

export function stepOf(at: Instant, stepMs: number): Instant {
  return Math.floor(at / stepMs) * stepMs
}

function combine(one: Activity, other: Activity, signal: 1 | -1): Activity {
  return {
    at: one.at,
    events: one.events + signal * other.events,
    attempts: one.attempts + signal * other.attempts,
    delivered: one.delivered + signal * other.delivered,
    retried: one.retried + signal * other.retried,
    failed: one.failed + signal * other.failed,
    latency: combineHistograms(one.latency, other.latency, signal),
    response: combineHistograms(one.response, other.response, signal),
    backlog: higherBacklog(one.backlog, other.backlog),
  }
}

function combineHistograms(one: Histogram, other: Histogram, signal: 1 | -1): Histogram {
  return one.map((count, bucket) => count + signal * (other[bucket] ?? 0))
}

/** All nodes read the same backlog, so their numbers are not added. */
export function higherBacklog(one: BacklogPeak | null, other: BacklogPeak | null): BacklogPeak | null {
  if (one === null || other === null) return one ?? other
  return {
    unfinished: Math.max(one.unfinished, other.unfinished),
    oldestDueMs: Math.max(one.oldestDueMs, other.oldestDueMs),
    paused: Math.max(one.paused, other.paused),
    oldestPausedMs: Math.max(one.oldestPausedMs, other.oldestPausedMs),
  }
}
