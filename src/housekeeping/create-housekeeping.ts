import type { Clock } from '../runtime/clock.ts'
import type { ClockSteps } from '../monitoring/clock-watch.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../telemetry/log.ts'
import type { Store } from '../storage/store.ts'
import { type ActivityCounter, deliveryCounters } from './activity-counter.ts'
import { announceWindows } from './announce-windows.ts'
import { clampDueTimes } from './follow-clock.ts'
import type { IdleWatch } from './idle-watch.ts'
import type { OpenIntake } from './open-intake.ts'
import { Periodic, type PeriodicTask } from './periodic.ts'
import { createTask, TASKS, type TaskName } from './tasks.ts'
import { watchStaleAlerts } from './watch-stale-alerts.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { NodeId } from '../domain/ids.ts'
import { WRITES_MAX } from '../domain/write-weight.ts'
import type { Instant } from '../domain/instant.ts'

const EVERY_MS = 1_000
/** A node that died announces nothing. */
const IDLE_MS_MAX = 15_000

/** An operation wakes an idle node. */
const IDLE_MS = 300_000

/** The delay until a new operation begins. */
const CHECK_MS = 250

export interface HousekeepingDeps {
  readonly store: Store
  readonly clock: Clock
  readonly wake: () => void
  readonly config: Config
  readonly log: Log
  readonly activity: ActivityCounter
  readonly clockSteps: ClockSteps
  readonly openIntake: OpenIntake
  readonly freshTime: () => Promise<void>
  readonly goneNodes: readonly NodeId[]
  readonly idle: IdleWatch
  readonly metrics: Metrics
}

/** Creates the regular work on the database, for any delivering node. */
export function createHousekeeping(deps: HousekeepingDeps): readonly Periodic[] {
  const { config, clock, clockSteps, log, activity, goneNodes, idle } = deps
  const { requestTimeoutMs: timeoutMs, takeoverMs: marginMs, retryScheduleMs } = config
  const notified = {
    ...deps,
    clockJump: () => clockSteps.clockJump,
    noteStep: () => deps.openIntake.noteStep(),
    onFailed: deliveryCounters(deps).onFailed,
    onEvents: (count: number) => activity.countEvents(count),
  }
  const settings = { ...config, lease: { timeoutMs, marginMs }, goneNodes }
  const names = Object.keys(TASKS) as readonly TaskName[]
  return [
    ...names.map((name) => createTask(name, notified, settings)),
    clampDueTimes({ ...deps, retryScheduleMs }),
    advanceOperations(deps),
    announceWindows(notified),
    watchStaleAlerts({ ...deps, ...config, onCounted: (count) => deps.metrics.setStaleAlerts(count) }),
    watchForWork(deps),
  ].map((task) => new Periodic(task, { clock, log, idle }))
}

/** Continues operations on many deliveries, also after a restart: their progress is stored. */
function advanceOperations({ store, clock, log, wake }: HousekeepingDeps): PeriodicTask {
  return {
    name: 'housekeeping.operations',
    everyMs: CHECK_MS,
    idleMs: IDLE_MS,
    stepMax: 1,
    logsSteps: false,
    step: async () => {
      const operation = await store.advanceOperations({ now: clock.now(), limit: WRITES_MAX })
      if (!operation) return 0
      if (operation.changedCount > 0) wake()
      if (operation.state !== 'running') {
        const { id: operationId, kind, state, reason, examinedCount, changedCount, skippedCount } = operation
        const fields = { operationId, kind, state, reason, examinedCount, changedCount, skippedCount }
        log.info(fields, 'operation.ended')
      }
      return 1
    },
  }
}

interface WatchDeps {
  readonly store: Pick<Store, 'nextHousekeepingAt'>
  readonly clock: Pick<Clock, 'now'>
  /** Notices a step of the clock made this very moment. */
  readonly freshTime: () => Promise<void>
  readonly idle: Pick<IdleWatch, 'isIdle' | 'isResting' | 'noteWork'>
}

/**
 * Sleeps until something is due by time alone, and finds what a dead node left. It replaces the other tasks while the
 * node is idle, until it finds something.
 */
export function watchForWork({ store, clock, freshTime, idle }: WatchDeps): PeriodicTask {
  /** Undefined: unknown. */
  let nextAt: Instant | undefined
  return {
    name: 'housekeeping.resumed',
    everyMs: EVERY_MS,
    idleMs: () => (nextAt === undefined ? 0 : Math.min(Math.max(nextAt - clock.now(), 0), IDLE_MS_MAX)),
    step: async () => {
      if (!idle.isIdle) {
        nextAt = undefined
        // A node that does not receive notifications any more must not rest.
        if (idle.isResting) idle.noteWork()
        return 0
      }
      // For the case that the database does not respond.
      nextAt = clock.now() + EVERY_MS
      await freshTime()
      const now = clock.now()
      nextAt = (await store.nextHousekeepingAt(now)) ?? Infinity
      if (nextAt > now) return 0
      idle.noteWork()
      return 1
    },
  }
}
