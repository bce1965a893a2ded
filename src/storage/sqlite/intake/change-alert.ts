import { requireAlert } from '../../../domain/alert/clear-by-hand.ts'
import type { AlertId } from '../../../domain/ids.ts'
import {
  type AlertChanged,
  type AlertMethods,
  planAcknowledgement,
  type PlanAlertChange,
  planClear,
  planWithdrawal,
} from '../../alert-changes.ts'
import { recordAudit } from '../../scripts/audit.ts'
import type { SyncMethods } from '../connection/run-script.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import type { AlertTable } from './alert-table.ts'
import { FanOut } from '../../changes/fan-out.ts'
import type { IntakeTables } from './fan-out.ts'

export function changeAlertMethods(
  deps: SqliteDeps,
  alerts: AlertTable,
  { view, save }: IntakeTables,
): Pick<SyncMethods, keyof AlertMethods> {
  function change(id: AlertId, plan: PlanAlertChange): AlertChanged {
    const before = requireAlert(alerts.findById(id), id)
    const planned = plan(before)
    if (!planned) return { alert: before, eventId: null, deliveryCount: 0 }
    const { after: alert, event, entry } = planned
    alerts.put(before, alert)
    deps.records.run(recordAudit(deps, entry))
    if (!event) return { alert, eventId: null, deliveryCount: 0 }
    const fanOut = new FanOut(view)
    const { deliveryCount } = fanOut.add(event)
    return { alert, eventId: save(fanOut)[0]!, deliveryCount }
  }

  return {
    clearAlert: (id, clearing) => change(id, planClear(clearing)),
    acknowledgeAlert: (id, acknowledging) => change(id, planAcknowledgement(acknowledging)),
    withdrawAcknowledgement: (id, withdrawing) => change(id, planWithdrawal(withdrawing)),
  }
}
