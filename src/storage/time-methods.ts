import type { ClockWatermark, ClockJump } from '../domain/clock-steps.ts'
import type { OpenNote, OpenTime } from '../domain/open-time.ts'
import type { BootId, NodeId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { LeaseLength } from '../domain/delivery/lease.ts'

/** The verbs of `Store` (store.ts) that end what its time has run out for; what holds for all verbs holds for these. */
export interface TimeMethods {
  /**
   * At most `limit` deliveries whose lease ended before `leasedBefore` become `pending` again, due at once, with an
   * attempt on record that says so; their schedule does not shrink for it. Answers how many. Leases that reach further
   * ahead than `lease` for their webhook are cut to that: the clock was set back since. Whoever has them may be at it
   * still, so that they have as long as if they had been made just now. What `goneNodes` have leased is as good as run
   * out: of these it is proven that they are no more.
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
   * At most `limit` pending deliveries become due at once that are due later than their schedule (the webhook's, else
   * `scheduleMs`) and what their receiver has asked for can bring about: the clock was set back since. Answers how
   * many.
   */
  clampDueTimes(clamping: {
    readonly now: Instant
    readonly limit: number
    readonly scheduleMs: readonly number[]
  }): Promise<number>

  /**
   * At most `limit` deliveries end as failed that have been due for as long as their whole schedule lasts (the
   * webhook's, else `scheduleMs`; at least `OVERDUE_MS_MIN`), while their receiver fails and is only probed: nothing
   * waits for ever. Those behind them follow by the same rule. A jump of the clock is no time in which they were due.
   * Answers how many.
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
   * (`noteOpenTime`), and none has been noted yet of what follows the last note. Answers how many; 0 at once while
   * another node is at it.
   */
  expireAlerts(expiry: {
    readonly expiredBefore: Instant
    readonly now: Instant
    readonly limit: number
  }): Promise<number>

  /** Reports can come in now, at a node; answers what is known of when they could. */
  noteOpenTime(note: OpenNote): Promise<OpenTime>

  /**
   * At most `limit` marks of what ended before anybody had heard of it go: those older than `EARLY_CLEAR_KEPT_MS`, and
   * beyond `keptMax` (`EARLY_CLEARS_MAX`) the oldest. Answers how many; 0 at once while another node is at it.
   */
  pruneEarlyClears(prune: {
    readonly now: Instant
    readonly limit: number
    readonly keptMax?: number
  }): Promise<number>
}
