import type { ClockWatermark, ClockJump } from '../domain/clock-steps.ts'
import type { OpenNote, OpenTime } from '../domain/open-time.ts'
import type { BootId, NodeId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { LeaseLength } from '../domain/delivery/delivery.ts'

/** Methods of the store that end what has run out of time. */
export interface TimeMethods {
  /**
   * Makes at most `limit` deliveries whose lease ended before `leasedBefore` `pending`, due at once, with an
   * attempt that says so; their schedule stays. Returns how many. Leases further ahead than `lease` allows,
   * because the clock was set back, are shortened to it: their holders may still work. Leases of `goneNodes`,
   * which are proven gone, are lost.
   */
  reclaimLeases(reclaim: {
    readonly leasedBefore: Instant
    readonly now: Instant
    readonly limit: number
    readonly lease?: LeaseLength
    readonly goneNodes?: readonly NodeId[]
  }): Promise<number>

  /** Returns the last watermark of this start of the machine; undefined: nothing readable. */
  findClockWatermark(bootId: BootId): Promise<ClockWatermark | undefined>

  /** Replaces the watermark; those of other starts go when they are `CLOCK_WATERMARK_KEPT_MS` old. */
  writeClockWatermark(bootId: BootId, mark: ClockWatermark): Promise<void>

  /**
   * Makes at most `limit` pending deliveries due at once that are due later than their schedule (the
   * webhook's, else `scheduleMs`) and their receiver can have asked for: the clock was set back. Returns how
   * many.
   */
  clampDueTimes(clamping: {
    readonly now: Instant
    readonly limit: number
    readonly scheduleMs: readonly number[]
  }): Promise<number>

  /**
   * Fails at most `limit` deliveries that have been due for their whole schedule (the webhook's, else
   * `scheduleMs`; at least `OVERDUE_MS_MIN`) while their failing receiver is only probed. Those after them
   * follow by the same rule. A jump of the clock does not count. Returns how many.
   */
  endOverdue(overdue: {
    readonly now: Instant
    readonly limit: number
    readonly scheduleMs: readonly number[]
    readonly clockJump?: ClockJump
  }): Promise<number>

  /**
   * Clears active alerts whose `expiresAt` is before `expiredBefore`, with events and deliveries: as many as
   * make about `limit` rows, at least one. Time in which no report could come in does not count
   * (`noteOpenTime`). Returns how many; 0 at once while another node does it.
   */
  expireAlerts(expiry: {
    readonly expiredBefore: Instant
    readonly now: Instant
    readonly limit: number
  }): Promise<number>

  /**
   * Returns when `reclaimLeases`, `escalateToFallbacks`, `expireAlerts`, `releaseSilenced`,
   * `createWindowSilences`, `createMissingDeliveries`, `createReminders`, `advanceOperations` or
   * `catchUpDeliveries` next has something to do; not after `now`: it is due; null: never, by what is stored.
   * Holds until something is stored that may be due.
   */
  nextHousekeepingAt(now: Instant): Promise<Instant | null>

  /** Notes that reports can come in now, at a node; returns what is known of when they could. */
  noteOpenTime(note: OpenNote): Promise<OpenTime>

  /**
   * Removes at most `limit` early clears: those older than `EARLY_CLEAR_KEPT_MS`, and the oldest above
   * `keptMax` (`EARLY_CLEARS_MAX`). Returns how many; 0 at once while another node does it.
   */
  pruneEarlyClears(prune: {
    readonly now: Instant
    readonly limit: number
    readonly keptMax?: number
  }): Promise<number>
}
