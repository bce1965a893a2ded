import { alertEventOf } from '../../../domain/alert/event.ts'
import { clearByHand, refuseClearing, requireAlert } from '../../../domain/alert/clear-by-hand.ts'
import { alertClearedEntry } from '../../../domain/audit/audit-entries.ts'
import type { NewAuditEntry } from '../../../domain/audit/audit.ts'
import type { AlertCleared, AlertMethods } from '../../alert-methods.ts'
import type { AlertTable } from './alert-table.ts'
import type { FanOut } from './fan-out.ts'

interface ClearingDeps {
  readonly alerts: AlertTable
  readonly fanOut: FanOut
  /** Writes the entry in the transaction of the change. */
  readonly recordAudit: (entry: NewAuditEntry) => void
}

/** Carries out what a person does to an alert together with its audit entry: both or neither. */
export function prepareClearAlert({ alerts, fanOut, recordAudit }: ClearingDeps) {
  return function clearAlert(
    ...[id, { note, now, by }]: Parameters<AlertMethods['clearAlert']>
  ): AlertCleared {
    const before = requireAlert(alerts.findById(id), id)
    if (before.state === 'cleared') return { alert: before, eventId: null, deliveryCount: 0 }
    refuseClearing(before, now)
    const alert = clearByHand(before, now)
    alerts.update(before, alert)
    const created = fanOut(alertEventOf({ before, after: alert, oldState: before.state }, now))
    recordAudit(alertClearedEntry({ before, note }, { at: now, by }))
    return { alert, ...created }
  }
}
