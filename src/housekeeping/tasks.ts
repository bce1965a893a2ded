import type { Clock } from '../runtime/clock.ts'
import type { ClockJump } from '../domain/clock-steps.ts'
import type { LeaseLength } from '../domain/delivery/delivery.ts'
import type { NodeId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import { TIMEOUT_MS_MAX } from '../domain/webhook/webhook-limits.ts'
import { fittingWithin, NO_MATCH_ROWS, sumRows, WRITES_MAX } from '../domain/write-weight.ts'
import type { Store } from '../storage/store.ts'
import type { PeriodicTask } from './periodic.ts'

export interface TaskSettings {
  readonly lease: LeaseLength
  /** Nodes proven to be gone: their leases are reclaimed at once. */
  readonly goneNodes: readonly NodeId[]
  /** The schedule of webhooks that have none of their own. */
  readonly retryScheduleMs: readonly number[]
  readonly expiryGraceMs: number
  readonly staleAfterMs: number
  readonly retentionMs: number
  readonly auditRetentionMs: number
  readonly sessionIdleMs: number
}

export interface TaskDeps {
  readonly store: Store
  readonly clock: Pick<Clock, 'now'>
  /** Notices a step of the clock made this very moment. */
  readonly freshTime: () => Promise<void>
  readonly clockJump: () => ClockJump
  /** Stores a step of the clock that the database does not know. */
  readonly noteStep: () => Promise<void> | undefined
  /** Called when there may be something to deliver. */
  readonly wake: () => void
  /** Called with the number of deliveries that ended as failed. */
  readonly onFailed?: (count: number) => void
  readonly onEvents?: (count: number) => void
}

interface Step extends Pick<TaskDeps, 'store'>, TaskSettings {
  readonly now: Instant
  readonly limit: number
  readonly clockJump: ClockJump
}

interface Task {
  readonly name: string
  readonly everyMs: number
  /** Limits a step, so that it holds the database for some tens of milliseconds at most. */
  readonly stepMax: number
  /** Limits the rows that a step writes if its changes create deliveries or are matched: then any step may be full. */
  readonly writesMax?: number
  /** The task ends things by the clock, so it must know a step of the clock made this very moment. */
  readonly needsFreshTime?: true
  /** Its rows may be due. */
  readonly wakes?: true
  readonly counts?: 'onFailed' | 'onEvents'
  readonly step: (step: Step) => Promise<number>
}

/** The shortest interval while the node is idle: `watchForWork` wakes it when something is due. */
const IDLE_MS = 300_000

/** The regular work on the database, in bounded steps. */
export const TASKS = {
  /**
   * Makes deliveries of dead workers due again, after their lease or when their node is proven to be gone. It repeats
   * the latter: what a process sent just before its end reaches the database a little later.
   */
  reclaimLeases: {
    name: 'housekeeping.leases_reclaimed',
    everyMs: 1_000,
    stepMax: 500,
    needsFreshTime: true,
    wakes: true,
    step: ({ store, now, limit, clockJump, lease, goneNodes }) =>
      store.reclaimLeases({ leasedBefore: lostBefore(now, clockJump, lease), now, limit, lease, goneNodes }),
  },
  /** Fails what is due for too long, so that a dead receiver does not gather deliveries forever. */
  endOverdue: {
    name: 'housekeeping.overdue_ended',
    everyMs: 10_000,
    stepMax: 1,
    writesMax: WRITES_MAX,
    needsFreshTime: true,
    wakes: true,
    counts: 'onFailed',
    step: ({ store, now, limit, clockJump, retryScheduleMs: scheduleMs }) =>
      store.endOverdue({ now, limit, scheduleMs, clockJump }),
  },
  /** Finishes what a node left that ended while it held, freed or cancelled the deliveries of a webhook. */
  catchUpDeliveries: {
    name: 'housekeeping.webhook_changes_applied',
    everyMs: 10_000,
    stepMax: 2_000,
    wakes: true,
    step: ({ store, now, limit }) => store.catchUpDeliveries({ now, limit }),
  },
  /** Creates the deliveries missing after a webhook was disabled, failed, or was resynced by a user. */
  createMissingDeliveries: {
    name: 'housekeeping.resynced',
    everyMs: 1_000,
    stepMax: 1,
    writesMax: WRITES_MAX,
    wakes: true,
    step: ({ store, now, limit }) => store.createMissingDeliveries({ now, limit }),
  },
  /** Reminds receivers of alerts that last. */
  createReminders: {
    name: 'housekeeping.reminded',
    everyMs: 1_000,
    stepMax: 1,
    writesMax: WRITES_MAX,
    needsFreshTime: true,
    wakes: true,
    step: ({ store, now, limit, staleAfterMs }) => store.createReminders({ now, limit, staleAfterMs }),
  },
  /** Creates the silences of maintenance windows, a day before they begin. */
  createWindowSilences: {
    name: 'housekeeping.windows_scheduled',
    everyMs: 60_000,
    stepMax: 5,
    needsFreshTime: true,
    step: ({ store, now, limit }) => store.createWindowSilences({ now, limit }),
  },
  /** Makes due what ended silences held. */
  releaseSilenced: {
    name: 'housekeeping.silences_ended',
    everyMs: 1_000,
    stepMax: WRITES_MAX,
    needsFreshTime: true,
    step: ({ store, now, limit }) => store.releaseSilenced({ now, limit }),
  },
  /** Notifies the fallback of what is not delivered in time. */
  escalateToFallbacks: {
    name: 'housekeeping.escalated',
    everyMs: 1_000,
    stepMax: 1,
    writesMax: WRITES_MAX,
    needsFreshTime: true,
    wakes: true,
    step: ({ store, now, limit }) => store.escalateToFallbacks({ now, limit }),
  },
  /** Clears alerts whose monitor fell silent: `expires_at` plus grace passed without a refresh. */
  expireAlerts: {
    name: 'housekeeping.alerts_expired',
    everyMs: 1_000,
    stepMax: 1,
    writesMax: WRITES_MAX,
    needsFreshTime: true,
    wakes: true,
    counts: 'onEvents',
    step: ({ store, now, limit, expiryGraceMs }) =>
      store.expireAlerts({ expiredBefore: now - expiryGraceMs, now, limit }),
  },
  /** Removes history older than the retention, in steps that do not delay deliveries. */
  pruneHistory: {
    name: 'housekeeping.history_pruned',
    everyMs: 60_000,
    stepMax: 500,
    step: ({ store, now, limit, retentionMs }) =>
      store.pruneHistory({ endedBefore: now - retentionMs, now, limit }),
  },
  /** Forgets clears of unknown alerts after a day. */
  pruneEarlyClears: {
    name: 'housekeeping.early_clears_pruned',
    everyMs: 60_000,
    stepMax: 1_000,
    step: ({ store, now, limit }) => store.pruneEarlyClears({ now, limit }),
  },
  /** Removes audit entries older than their own retention. */
  pruneAudit: {
    name: 'housekeeping.audit_pruned',
    everyMs: 3_600_000,
    stepMax: 500,
    step: ({ store, now, limit, auditRetentionMs }) =>
      store.pruneAudit({ madeBefore: now - auditRetentionMs, limit }),
  },
  /** Removes expired sessions and invitations; they are invalid before. */
  pruneSessions: {
    name: 'housekeeping.sessions_pruned',
    everyMs: 600_000,
    stepMax: 500,
    step: ({ store, now, limit, sessionIdleMs }) =>
      store.pruneSessions({ now, seenBefore: now - sessionIdleMs, limit }),
  },
} as const satisfies Readonly<Record<string, Task>>

export type TaskName = keyof typeof TASKS

export function createTask(name: TaskName, deps: TaskDeps, settings: TaskSettings): PeriodicTask {
  const { step, writesMax, needsFreshTime, wakes, counts, ...timing }: Task = TASKS[name]
  const { store, clock, freshTime, clockJump, wake } = deps
  return {
    ...timing,
    idleMs: Math.max(timing.everyMs, IDLE_MS),
    step: async () => {
      if (needsFreshTime) await freshTime()
      const noting = needsFreshTime && deps.noteStep()
      if (noting) await noting
      const count = await step({
        ...settings,
        store,
        now: clock.now(),
        limit:
          writesMax === undefined
            ? timing.stepMax
            : fittingWithin(writesMax, sumRows(store.matchRows?.() ?? NO_MATCH_ROWS)),
        clockJump: clockJump(),
      })
      if (count > 0 && counts) deps[counts]?.(count)
      if (count > 0 && wakes) wake()
      return count
    },
  }
}

/**
 * Extends leases that began before the clock jumped ahead, while their attempts may be under way: for them no time has
 * passed.
 */
function lostBefore(now: Instant, clockJump: ClockJump, { marginMs }: LeaseLength): Instant {
  return now < clockJump.at + marginMs + TIMEOUT_MS_MAX ? now - clockJump.ms : now
}
