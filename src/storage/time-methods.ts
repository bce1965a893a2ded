import type { ClockWatermark, ClockJump } from '../domain/clock-steps.ts'
import type { OpenNote, OpenTime } from '../domain/open-time.ts'
import type { BootId, NodeId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { LeaseLength } from '../domain/delivery/delivery.ts'

/**
 * The methods of `Store` (store.ts) that end what its time has run out for; what holds for all methods holds for these.
 */
export interface TimeMethods {
  /**
   * Makes at most `limit` deliveries whose lease ended before `leasedBefore` `pending` again, due at once, with an
   * attempt on record that says so; their schedule stays. Returns how many. Leases that reach further ahead than
   * `lease` for their webhook are shortened to it, because the clock was set back: their holders may still be at work,
   * so they get as long as for a new lease. Leases of `goneNodes` are lost: these nodes are proven to be gone.
   */
  reclaimLeases(reclaim: {
    readonly leasedBefore: Instant
    readonly now: Instant
    readonly limit: number
    readonly lease?: LeaseLength
    readonly goneNodes?: readonly NodeId[]
  }): Promise<number>

  /** Returns what a process of this start of the machine left last; undefined: nothing readable. */
  findClockWatermark(bootId: BootId): Promise<ClockWatermark | undefined>

  /** Replaces it; those of other starts go when they are `CLOCK_WATERMARK_KEPT_MS` old. */
  writeClockWatermark(bootId: BootId, mark: ClockWatermark): Promise<void>

  /**
   * Makes at most `limit` pending deliveries due at once that are due later than their schedule (the webhook's, else
   * `scheduleMs`) and their receiver can have asked for: the clock was set back. Returns how many.
   */
  clampDueTimes(clamping: {
    readonly now: Instant
    readonly limit: number
    readonly scheduleMs: readonly number[]
  }): Promise<number>

  /**
   * Ends at most `limit` deliveries as failed that have been due for as long as their whole schedule lasts (the
   * webhook's, else `scheduleMs`; at least `OVERDUE_MS_MIN`) while their receiver fails and is only probed: nothing
   * waits for ever. Those after them follow by the same rule. A jump of the clock does not count. Returns how many.
   */
  endOverdue(overdue: {
    readonly now: Instant
    readonly limit: number
    readonly scheduleMs: readonly number[]
    readonly clockJump?: ClockJump
  }): Promise<number>

  /**
   * Clears raised alerts whose `expiresAt` is before `expiredBefore`, with events and deliveries: so many that these
   * are some `limit` rows together, and one at least. Time in which no report could come in does not count
   * (`noteOpenTime`), and none has been noted yet of what follows the last note. Returns how many; 0 at once while
   * another node is at it.
   */
  expireAlerts(expiry: {
    readonly expiredBefore: Instant
    readonly now: Instant
    readonly limit: number
  }): Promise<number>

  /**
   * Returns when a lease, a fallback, an expiry, a silence, a window, a resync, an operation or a change of a webhook
   * is next due, so that `reclaimLeases`, `escalateToFallbacks`, `expireAlerts`, `releaseSilenced`,
   * `createWindowSilences`, `createMissingDeliveries`, `advanceOperations` or `catchUpDeliveries` may have something to
   * do; not after `now`: it is due; null: nothing of what is stored will be. Holds until something is stored that may
   * be due.
   */
  nextHousekeepingAt(now: Instant): Promise<Instant | null>

  /** Reports can come in now, at a node; returns what is known of when they could. */
  noteOpenTime(note: OpenNote): Promise<OpenTime>

  /**
   * Removes at most `limit` early clears: those older than `EARLY_CLEAR_KEPT_MS`, and above `keptMax`
   * (`EARLY_CLEARS_MAX`) the oldest. Returns how many it removed; 0 at once while another node does it.
   */
  pruneEarlyClears(prune: {
    readonly now: Instant
    readonly limit: number
    readonly keptMax?: number
  }): Promise<number>
}
