import type { Database } from 'better-sqlite3'
import type { NewAuditEntry } from '../../../domain/audit/audit.ts'
import type { ScriptRunner } from '../connection/run-script.ts'
import type { FreeSpace } from '../connection/free-space.ts'
import type { SyncMethods } from '../connection/methods.ts'
import { prepareAcceptJobRuns } from './accept-job-runs.ts'
import { prepareAcceptObservations } from './accept-observations.ts'
import type { AlertCounts } from './alert-counts.ts'
import type { AlertMethods } from '../../alert-methods.ts'
import { alertTable } from './alert-table.ts'
import { changeAlertMethods } from './change-alert.ts'
import { prepareExpireAlerts } from './expire-alerts.ts'
import { prepareFanOut, type FanOutDeps } from './fan-out.ts'

interface IntakeDeps extends FanOutDeps {
  readonly records: Pick<ScriptRunner, 'run'>
  readonly alertCounts: Pick<AlertCounts, 'move'>
  readonly recordAudit: (entry: NewAuditEntry) => void
  /** Refuses reports while there is too little space. */
  readonly freeSpace: FreeSpace | undefined
}

/** Returns the methods that write alert states, events and their deliveries together. */
export function intakeMethods(
  db: Database,
  deps: IntakeDeps,
): Pick<SyncMethods, 'acceptObservations' | 'acceptJobRuns' | 'expireAlerts' | keyof AlertMethods> {
  const { records, webhooks, recordAudit, freeSpace } = deps
  const alerts = alertTable(db, deps.alertCounts)
  const fanOut = prepareFanOut(db, deps)
  const acceptObservations = prepareAcceptObservations(db, { alerts, fanOut })
  const acceptJobRuns = prepareAcceptJobRuns(db, fanOut)
  return {
    acceptObservations(observations, now, openTime) {
      freeSpace?.require(now)
      return acceptObservations(observations, now, openTime)
    },
    acceptJobRuns(runs, now) {
      freeSpace?.require(now)
      return acceptJobRuns(runs, now)
    },
    expireAlerts: prepareExpireAlerts(db, { records, webhooks, alerts, fanOut }),
    ...changeAlertMethods({ alerts, fanOut, recordAudit }),
  }
}
