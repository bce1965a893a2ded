import { requireAlert } from '../../domain/alert/clear-by-hand.ts'
import { alertIdOf } from '../../domain/alert/event.ts'
import { deliveryEntry } from '../../domain/audit/audit-entries.ts'
import type { AuditAction, Author } from '../../domain/audit/audit.ts'
import {
  CANCELLED_BY_HAND,
  refuseCancelling,
  refuseOldNotification,
  refuseRetrying,
  requireDelivery,
} from '../../domain/delivery/delivery-refusals.ts'
import type { Delivery } from '../../domain/delivery/delivery.ts'
import { withoutPause } from '../../domain/flow/breaker.ts'
import type { AlertId, DeliveryId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { AlertChanged, AlertMethods, PlanAlertChange } from '../alert-changes.ts'
import { planAcknowledgement, planClear, planWithdrawal } from '../alert-changes.ts'
import { toDelivery } from '../rows/delivery-row.ts'
import { recordAudit } from '../scripts/audit.ts'
import { moveTimers } from '../scripts/reminders.ts'
import { RacedError, type TransactionScript } from '../transactions/transaction-script.ts'
import { cancelDeliveries, restartDeliveries } from './alert-queue.ts'
import { FanOut } from './fan-out.ts'
import type { IntakeRows } from './intake-rows.ts'
import type { FoundRow } from './queue-rows.ts'
import type { Known, Rows } from './rows.ts'
import { leaveForResync, refusedRetries } from './receiver-states.ts'

export const DELIVERIES_BY_HAND = {
  retryDelivery: changeOne('delivery.retried', retry),
  cancelDelivery: changeOne('delivery.cancelled', cancel),
}

interface Given {
  readonly row: FoundRow
  readonly known: Known
  readonly now: Instant
}

/** Changes a delivery together with its audit entry. */
function changeOne(action: AuditAction, change: (rows: Rows, given: Given) => TransactionScript<void>) {
  return function* (rows: Rows, id: DeliveryId, now: Instant, by?: Author): TransactionScript<Delivery> {
    const known = yield* rows.known()
    let row = requireDelivery(yield* rows.delivery(id), id)
    if (known.areRemembered && alertIdOf(row.subject) !== 0) {
      yield* rows.lockAlerts([alertIdOf(row.subject)])
      row = requireDelivery(yield* rows.delivery(id), id)
    }
    yield* change(rows, { row, known, now })
    const [before, after] = [toDelivery(row), toDelivery(requireDelivery(yield* rows.delivery(id), id))]
    const webhook = known.find(row.webhook_id)
    yield* recordAudit(rows, deliveryEntry(action, { before, after, webhook }, { at: now, by }))
    return after
  }
}

function* retry(rows: Rows, { row, known, now }: Given): TransactionScript<void> {
  const { id, state, webhook_id: webhookId } = row
  refuseRetrying({ id, state, webhookId }, known.find(webhookId))
  if (state === 'pending') {
    yield* rows.sendNow(row, now)
    yield* rows.changeBreakers([webhookId], withoutPause)
  } else {
    refuseOldNotification(id, (yield* refusedRetries(rows, [row], known)).get(row))
    yield* restartDeliveries(rows, [row], now)
  }
  yield* rows.sendFirst(webhookId, id)
}

function* cancel(rows: Rows, { row, known, now }: Given): TransactionScript<void> {
  refuseCancelling(row)
  const cancelled = yield* cancelDeliveries(rows, [row], { reason: CANCELLED_BY_HAND, now })
  if (cancelled.length === 0) throw new RacedError('it was claimed in the moment before')
  yield* leaveForResync(rows, [row], { known, resync: 'later', now })
}

type ByHand<Name extends keyof AlertMethods> = Parameters<AlertMethods[Name]>[1]

export const ALERTS_BY_HAND = {
  clearAlert: (rows: IntakeRows, id: AlertId, given: ByHand<'clearAlert'>) =>
    changeAlert(rows, id, given.now, planClear(given)),
  acknowledgeAlert: (rows: IntakeRows, id: AlertId, given: ByHand<'acknowledgeAlert'>) =>
    changeAlert(rows, id, given.now, planAcknowledgement(given)),
  withdrawAcknowledgement: (rows: IntakeRows, id: AlertId, given: ByHand<'withdrawAcknowledgement'>) =>
    changeAlert(rows, id, given.now, planWithdrawal(given)),
}

/** Writes a person's change of an alert with its audit entry. Locks as intake does: the alert, then its queues. */
function* changeAlert(
  rows: IntakeRows,
  id: AlertId,
  now: Instant,
  plan: PlanAlertChange,
): TransactionScript<AlertChanged> {
  const [locked] = yield* rows.lockAlerts([id])
  const before = requireAlert(locked, id)
  const planned = plan(before)
  if (!planned) return { alert: before, eventId: null, deliveryCount: 0 }
  const { after: alert, event, entry } = planned
  const writes = [{ before, after: alert }]
  if (alert.acknowledgement !== before.acknowledgement && alert.state !== 'cleared')
    yield* moveTimers(id, now)
  if (!event) {
    yield* recordAudit(rows, entry)
    yield* rows.saveIntake(writes)
    return { alert, eventId: null, deliveryCount: 0 }
  }
  const clearing = alert.state === 'cleared' ? [before] : []
  const fanOut = new FanOut(yield* rows.intakeView(yield* rows.known(), { ids: [id], clearing }))
  const { deliveryCount } = fanOut.add(event)
  yield* recordAudit(rows, entry)
  const [eventId] = yield* rows.saveIntake(writes, fanOut)
  return { alert, eventId: eventId!, deliveryCount }
}
