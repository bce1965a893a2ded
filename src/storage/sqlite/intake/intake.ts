import type { AlertMethods } from '../../alert-changes.ts'
import type { SyncMethods } from '../connection/run-script.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import { acceptMethods } from './accept-reports.ts'
import { alertTable } from './alert-table.ts'
import { changeAlertMethods } from './change-alert.ts'
import { prepareExpireAlerts } from './expire-alerts.ts'
import { prepareFanOut, type FanOutParts } from './fan-out.ts'

export function intakeMethods(
  deps: SqliteDeps,
  parts: FanOutParts,
): Pick<SyncMethods, 'acceptObservations' | 'acceptJobRuns' | 'expireAlerts' | keyof AlertMethods> {
  const alerts = alertTable(deps)
  const tables = prepareFanOut(deps, parts)
  return {
    ...acceptMethods(deps, alerts, tables),
    expireAlerts: prepareExpireAlerts(deps, alerts, tables),
    ...changeAlertMethods(deps, alerts, tables),
  }
}
