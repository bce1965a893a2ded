import { requireAlert } from '../../../domain/alert/clear-by-hand.ts'
import type { NewAuditEntry } from '../../../domain/audit/audit.ts'
import type { AlertId } from '../../../domain/ids.ts'
import { planAcknowledgement, planClear, planWithdrawal, type PlanAlertChange } from '../../alert-changes.ts'
import type { AlertChanged, AlertMethods } from '../../alert-methods.ts'
import type { SyncMethods } from '../connection/methods.ts'
import type { AlertTable } from './alert-table.ts'
import type { FanOut } from './fan-out.ts'

interface ChangingDeps {
  readonly alerts: AlertTable
  readonly fanOut: FanOut
  /** Writes the entry in the transaction of the change. */
  readonly recordAudit: (entry: NewAuditEntry) => void
}

/** Carries out what a person does to an alert together with its audit entry: both or neither. */
export function changeAlertMethods({
  alerts,
  fanOut,
  recordAudit,
}: ChangingDeps): Pick<SyncMethods, keyof AlertMethods> {
  function change(id: AlertId, plan: PlanAlertChange): AlertChanged {
    const before = requireAlert(alerts.findById(id), id)
    const planned = plan(before)
    if (!planned) return { alert: before, eventId: null, deliveryCount: 0 }
    const { after: alert, event, entry } = planned
    alerts.update(before, alert)
    const { eventId, deliveryCount } = event ? fanOut(event) : { eventId: null, deliveryCount: 0 }
    recordAudit(entry)
    return { alert, eventId, deliveryCount }
  }

  return {
    clearAlert: (id, clearing) => change(id, planClear(clearing)),
    acknowledgeAlert: (id, acknowledging) => change(id, planAcknowledgement(acknowledging)),
    withdrawAcknowledgement: (id, withdrawing) => change(id, planWithdrawal(withdrawing)),
  }
}
