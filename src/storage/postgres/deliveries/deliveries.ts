import type { AuditAction, Author } from '../../../domain/audit/audit.ts'
import { deliveryEntry } from '../../../domain/audit/audit-entries.ts'
import type { Delivery } from '../../../domain/delivery/delivery.ts'
import {
  CANCELLED_BY_HAND,
  refuseCancelling,
  refuseOldNotification,
  refuseRetrying,
  requireDelivery,
} from '../../../domain/delivery/delivery-refusals.ts'
import type { DeliveryId } from '../../../domain/ids.ts'
import { alertIdOf } from '../../../domain/alert/event.ts'
import { lockAlerts } from '../receiver-state/alert-locks.ts'
import { leaveForResync, resyncAfterFailure, whyNotRetried } from '../receiver-state/unsent.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import { toDelivery, type DeliveryRow } from '../../rows/delivery-row.ts'
import type { StoreMethods } from '../../store.ts'
import { recordAudit } from '../../scripts/audit.ts'
import { runIn } from '../connection/run-script.ts'
import type { Transaction } from '../connection/database.ts'
import { ENDED_COLUMNS, HOT_COLUMNS } from '../connection/delivery-columns.ts'
import { RacedError } from '../connection/faults.ts'
import { cancelDeliveries, restartDeliveries } from '../queue/alert-queue-changes.ts'
import type { Deps } from '../node-memory/deps.ts'
import { probeNow, sendFirst } from '../queue/webhook-flow.ts'
import { statement } from '../connection/statement.ts'
import type { KnownWebhooks } from '../node-memory/webhook-cache.ts'

/** Selects a delivery from either table, in one snapshot. */
export const SELECT_ONE = statement<[id: DeliveryId], FoundRow>(`
SELECT ${HOT_COLUMNS} FROM deliveries WHERE id = $1
UNION ALL
SELECT ${ENDED_COLUMNS} FROM ended_deliveries WHERE id = $1`)

/** Restarts the schedule of a pending delivery, due at once unless it is held. */
const SEND_NOW = statement<[id: DeliveryId, now: Instant]>(`
UPDATE deliveries
SET due_at = CASE WHEN due_at IS NOT NULL THEN $2::bigint END, attempts_uncounted = attempts_made
WHERE id = $1 AND state = 'pending'`)

interface FoundRow extends DeliveryRow {
  readonly event_at: Instant
}

interface Change {
  readonly id: DeliveryId
  readonly action: AuditAction
  readonly now: Instant
  readonly by: Author | undefined
}

export function deliveryMethods(deps: Deps): Pick<StoreMethods, 'retryDelivery' | 'cancelDelivery'> {
  return {
    retryDelivery: (id, now, by) => changeOne(deps, { id, action: 'delivery.retried', now, by }, retry),
    cancelDelivery: (id, now, by) => changeOne(deps, { id, action: 'delivery.cancelled', now, by }, cancel),
  }
}

interface Given {
  readonly transaction: Transaction
  readonly row: FoundRow
  readonly webhook: Webhook | undefined
  readonly webhooks: KnownWebhooks
  readonly now: Instant
}

/** Changes a delivery together with its audit entry. */
function changeOne(
  deps: Deps,
  { id, action, now, by }: Change,
  change: (given: Given) => Promise<void>,
): Promise<Delivery> {
  return deps.database.transaction(async (transaction) => {
    const webhooks = await deps.webhooks.all(transaction)
    const row = await requireOneWithAlert(transaction, id, webhooks)
    const webhook = webhooks.get(row.webhook_id)
    await change({ transaction, row, webhook, webhooks, now })
    const [before, after] = [toDelivery(row), toDelivery(await requireOne(transaction, id))]
    await runIn(
      transaction,
      recordAudit(deps, deliveryEntry(action, { before, after, webhook }, { at: now, by })),
    )
    return after
  })
}

async function retry({ transaction, row, webhook, webhooks, now }: Given): Promise<void> {
  const { id, state, webhook_id: webhookId, subject, event_id: eventId, event_at: eventAt, urgency } = row
  refuseRetrying({ id, state, webhookId }, webhook)
  if (state === 'pending') {
    const { count } = await transaction.query(SEND_NOW, [id, now])
    if (count === 0) throw new RacedError('it was claimed in the moment before')
    await probeNow(transaction, [webhookId])
    return sendFirst(transaction, webhookId, id)
  }
  const known = { id, webhookId, subject, eventId, eventAt, urgency }
  refuseOldNotification(id, (await whyNotRetried(transaction, [known], webhooks)).get(known))
  await resyncAfterFailure(transaction, [known], webhooks)
  await restartDeliveries(transaction, [known], now)
  await sendFirst(transaction, webhookId, id)
}

async function cancel({ transaction, row, webhooks, now }: Given): Promise<void> {
  const { id, state, webhook_id: webhookId, subject } = row
  refuseCancelling({ id, state })
  const cancelled = await cancelDeliveries(transaction, [{ id, webhookId, subject }], {
    reason: CANCELLED_BY_HAND,
    now,
  })
  if (!cancelled.has(id)) throw new RacedError('it was claimed in the moment before')
  await leaveForResync(transaction, [{ webhookId, subject }], { webhooks, resync: 'later', now })
}

/** Locks the alert if it may have a receiver state, and reads the delivery again. */
async function requireOneWithAlert(
  transaction: Transaction,
  id: DeliveryId,
  webhooks: KnownWebhooks,
): Promise<FoundRow> {
  const row = await requireOne(transaction, id)
  if (!webhooks.areRemembered) return row
  await lockAlerts(transaction, [alertIdOf(row.subject)])
  return requireOne(transaction, id)
}

async function requireOne(transaction: Transaction, id: DeliveryId): Promise<FoundRow> {
  const { rows } = await transaction.query(SELECT_ONE, [id])
  return requireDelivery(rows[0], id)
}
