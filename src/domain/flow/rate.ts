import { isOutOfReach } from '../clock-steps.ts'
import type { Instant } from '../instant.ts'
import type { RateLimit } from '../webhook/webhook.ts'

/**
 * A limit of n per interval as evenly spaced permits, a few of which may be taken at once after a quiet
 * time (generic cell rate algorithm); no interval has more than n. Its whole state is `nextAt`: when the
 * next permit comes if all are taken one by one.
 */

/** Chooses permits at once, and their spacing, so that n is never exceeded. */
function bucketOf({ count, intervalMs }: RateLimit): { readonly burst: number; readonly spacingMs: number } {
  const burst = Math.max(1, Math.floor(count / 10))
  return { burst, spacingMs: intervalMs / (count - burst + 1) }
}

export function permitsLeft(limit: RateLimit, nextAt: Instant, now: Instant): number {
  const { burst, spacingMs } = bucketOf(limit)
  const aheadMs = reachable(limit, nextAt, now) - now
  return Math.max(0, Math.floor((burst * spacingMs - aheadMs + ROUNDING_MS) / spacingMs))
}

/** Returns the `nextAt` after so many permits; a fraction of a millisecond where permits are close. */
export function takePermits(
  limit: RateLimit,
  nextAt: Instant,
  taken: { count: number; now: Instant },
): Instant {
  return reachable(limit, nextAt, taken.now) + taken.count * bucketOf(limit).spacingMs
}

/** Returns when the next permit may be taken; past: now. */
export function nextPermitAt(limit: RateLimit, nextAt: Instant, now: Instant): Instant {
  const { burst, spacingMs } = bucketOf(limit)
  return Math.ceil(reachable(limit, nextAt, now) - (burst - 1) * spacingMs - ROUNDING_MS)
}

/** Ignores a time in the past, or further ahead than all permits at once can bring it. */
function reachable(limit: RateLimit, nextAt: Instant, now: Instant): Instant {
  const { burst, spacingMs } = bucketOf(limit)
  return isOutOfReach(nextAt, now, burst * spacingMs) ? now : Math.max(nextAt, now)
}

/** A time of today has four binary digits after the millisecond: without this, a permit could come one too late. */
const ROUNDING_MS = 0.001
