import type { Clock } from '../runtime/clock.ts'
import type { ClockSteps } from '../watch/clock-watch.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../telemetry/log.ts'
import type { Store } from '../storage/store.ts'
import type { ActivityCounter } from './activity-counter.ts'
import { advanceOperations } from './advance-operations.ts'
import { endOverdue } from './end-overdue.ts'
import { hastenDeliveries } from './hasten-deliveries.ts'
import { expireAlerts } from './expire-alerts.ts'
import { Periodic } from './periodic.ts'
import { pruneAudit } from './prune-audit.ts'
import { pruneHistory } from './prune-history.ts'
import { pruneSessions } from './prune-sessions.ts'
import { rescueExpired } from './rescue-expired.ts'
import { settleWebhooks } from './settle-webhooks.ts'

export interface UpkeepDeps {
  readonly store: Store
  readonly clock: Clock
  readonly wake: () => void
  readonly config: Config
  readonly log: Log
  readonly activity: ActivityCounter
  readonly clockSteps: ClockSteps
  readonly freshTime: () => Promise<void>
  readonly goneNodes: readonly string[]
}

/** What the database needs, whichever of the nodes that deliver does it. */
export function createUpkeep({
  store,
  clock,
  clockSteps,
  freshTime,
  wake,
  config,
  log,
  activity,
  goneNodes,
}: UpkeepDeps): readonly Periodic[] {
  const { requestTimeoutMs, takeoverMs, retryScheduleMs } = config
  const leap = () => clockSteps.leap
  return [
    rescueExpired({
      store,
      clock,
      freshTime,
      wake,
      leap,
      lease: { timeoutMs: requestTimeoutMs, marginMs: takeoverMs },
      goneNodes,
    }),
    hastenDeliveries({ store, clock, freshTime, clockSteps, wake, retryScheduleMs }),
    endOverdue({
      store,
      clock,
      wake,
      retryScheduleMs,
      leap,
      freshTime,
      onFailed: (count) => activity.countFailed(count),
    }),
    settleWebhooks({ store, clock, wake }),
    expireAlerts({
      store,
      clock,
      wake,
      graceMs: config.expiryGraceMs,
      leap,
      freshTime,
      onEvents: (count) => activity.countEvents(count),
    }),
    pruneHistory({ store, clock, retentionMs: config.retentionMs }),
    pruneAudit({ store, clock, auditRetentionMs: config.auditRetentionMs }),
    pruneSessions({ store, clock, sessionIdleMs: config.sessionIdleMs }),
    advanceOperations({ store, clock, log, wake }),
  ].map((task) => new Periodic(task, { clock, log }))
}
