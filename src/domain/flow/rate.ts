import { isOutOfReach } from '../clock-steps.ts'
import type { Instant } from '../instant.ts'
import type { RateLimit } from '../webhook/webhook.ts'

/**
 * A limit of n per interval as evenly spaced permits, a few of which may be taken at once after a quiet time (the
 * generic cell rate algorithm). However they are taken, no period of one interval ever has more than n. All that must
 * be kept between permits is one time: `nextAt`, when the next permit would come if all were taken one by one.
 */

/** Permits that may be taken at once, and the time between permits; chosen so that n is never passed. */
function bucketOf({ count, intervalMs }: RateLimit): { readonly burst: number; readonly spacingMs: number } {
  const burst = Math.max(1, Math.floor(count / 10))
  return { burst, spacingMs: intervalMs / (count - burst + 1) }
}

/** Returns how many deliveries the rate allows now. */
export function permitsLeft(limit: RateLimit, nextAt: Instant, now: Instant): number {
  const { burst, spacingMs } = bucketOf(limit)
  const aheadMs = reachable(limit, nextAt, now) - now
  return Math.max(0, Math.floor((burst * spacingMs - aheadMs + ROUNDING_MS) / spacingMs))
}

/**
 * `nextAt` after so many permits were taken. Not a whole number of milliseconds where permits are closer than that.
 */
export function takePermits(
  limit: RateLimit,
  nextAt: Instant,
  taken: { count: number; now: Instant },
): Instant {
  return reachable(limit, nextAt, taken.now) + taken.count * bucketOf(limit).spacingMs
}

/** When the next permit may be taken; in the past: now. */
export function nextPermitAt(limit: RateLimit, nextAt: Instant, now: Instant): Instant {
  const { burst, spacingMs } = bucketOf(limit)
  return Math.ceil(reachable(limit, nextAt, now) - (burst - 1) * spacingMs - ROUNDING_MS)
}

/** Never in the past, nor further ahead than all permits at once can bring it: what is counts as now. */
function reachable(limit: RateLimit, nextAt: Instant, now: Instant): Instant {
  const { burst, spacingMs } = bucketOf(limit)
  return isOutOfReach(nextAt, now, burst * spacingMs) ? now : Math.max(nextAt, now)
}

/** A time of today has four binary digits after the millisecond: without this, a slot could be one slot late. */
const ROUNDING_MS = 0.001
