import { requireAlert } from '../../domain/alert/clear-by-hand.ts'
import type { AlertId } from '../../domain/ids.ts'
import {
  type AlertChanged,
  type AlertMethods,
  planAcknowledgement,
  type PlanAlertChange,
  planClear,
  planWithdrawal,
} from '../alert-changes.ts'
import type { TransactionScript } from '../transactions/transaction-script.ts'
import { FanOut } from './fan-out.ts'
import type { IntakeRows } from './intake-rows.ts'

type Given<Name extends keyof AlertMethods> = Parameters<AlertMethods[Name]>[1]

export const ALERTS_BY_HAND = {
  clearAlert: (rows: IntakeRows, id: AlertId, given: Given<'clearAlert'>) =>
    change(rows, id, planClear(given)),
  acknowledgeAlert: (rows: IntakeRows, id: AlertId, given: Given<'acknowledgeAlert'>) =>
    change(rows, id, planAcknowledgement(given)),
  withdrawAcknowledgement: (rows: IntakeRows, id: AlertId, given: Given<'withdrawAcknowledgement'>) =>
    change(rows, id, planWithdrawal(given)),
}

/** Writes a person's change of an alert with its audit entry. Locks as intake does: the alert, then its queues. */
function* change(rows: IntakeRows, id: AlertId, plan: PlanAlertChange): TransactionScript<AlertChanged> {
  const [locked] = yield* rows.lockAlerts([id])
  const before = requireAlert(locked, id)
  const planned = plan(before)
  if (!planned) return { alert: before, eventId: null, deliveryCount: 0 }
  const { after: alert, event, entry } = planned
  const writes = [{ before, after: alert }]
  if (!event) {
    yield* rows.recordAudit(entry)
    yield* rows.saveIntake(writes)
    return { alert, eventId: null, deliveryCount: 0 }
  }
  const clearing = alert.state === 'cleared' ? [before] : []
  const fanOut = new FanOut(yield* rows.intakeView(yield* rows.known(), { ids: [id], clearing }))
  const { deliveryCount } = fanOut.add(event)
  yield* rows.recordAudit(entry)
  const [eventId] = yield* rows.saveIntake(writes, fanOut)
  return { alert, eventId: eventId!, deliveryCount }
}
