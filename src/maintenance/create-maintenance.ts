import type { Clock } from '../runtime/clock.ts'
import type { ClockSteps } from '../monitoring/clock-watch.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../telemetry/log.ts'
import type { Store } from '../storage/store.ts'
import type { ActivityCounter } from './activity-counter.ts'
import { announceWindows } from './announce-windows.ts'
import { advanceOperations } from './advance-operations.ts'
import { clampDueTimes } from './clamp-due-times.ts'
import { deliveryCounters } from './delivery-counters.ts'
import { watchForWork } from './watch-for-work.ts'
import type { IdleWatch } from './idle-watch.ts'
import type { OpenIntake } from './open-intake.ts'
import { Periodic } from './periodic.ts'
import { createTask, TASKS, type TaskName } from './tasks.ts'
import { watchStaleAlerts } from './watch-stale-alerts.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { NodeId } from '../domain/ids.ts'

export interface MaintenanceDeps {
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

/** Creates the regular work on the database, whichever delivering node does it. */
export function createMaintenance(deps: MaintenanceDeps): readonly Periodic[] {
  const { config, clock, clockSteps, log, activity, goneNodes, idle } = deps
  const { requestTimeoutMs: timeoutMs, takeoverMs: marginMs, retryScheduleMs } = config
  const notified = {
    ...deps,
    clockJump: () => clockSteps.clockJump,
    settleStep: () => deps.openIntake.settleStep(),
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
