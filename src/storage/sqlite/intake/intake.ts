import type { AlertMethods } from '../../alert-changes.ts'
import type { SyncMethods } from '../connection/run-script.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import type { Notifications } from '../receiver-state/create-notifications.ts'
import { prepareAcceptJobRuns } from './accept-job-runs.ts'
import { prepareAcceptObservations } from './accept-observations.ts'
import { alertTable } from './alert-table.ts'
import { changeAlertMethods } from './change-alert.ts'
import { prepareExpireAlerts } from './expire-alerts.ts'
import { prepareFanOut } from './fan-out.ts'

export function intakeMethods(
  deps: SqliteDeps,
  notifications: Notifications,
): Pick<SyncMethods, 'acceptObservations' | 'acceptJobRuns' | 'expireAlerts' | keyof AlertMethods> {
  const { freeSpace } = deps
  const alerts = alertTable(deps)
  const fanOut = prepareFanOut(deps, notifications)
  const acceptObservations = prepareAcceptObservations(deps, alerts, fanOut)
  const acceptJobRuns = prepareAcceptJobRuns(deps, fanOut)
  return {
    acceptObservations(observations, now, openTime) {
      freeSpace?.require(now)
      return acceptObservations(observations, now, openTime)
    },
    acceptJobRuns(runs, now) {
      freeSpace?.require(now)
      return acceptJobRuns(runs, now)
    },
    expireAlerts: prepareExpireAlerts(deps, alerts, fanOut),
    ...changeAlertMethods(deps, alerts, fanOut),
  }
}
