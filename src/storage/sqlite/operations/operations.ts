import { fitsEventFilter } from '../../../domain/filter/delivery-filters.ts'
import { needsEvent } from '../../../domain/filter/delivery-filters.ts'
import type { Database } from 'better-sqlite3'
import { SERVICE_ACTOR, type Author } from '../../../domain/audit/audit.ts'
import type { DeliveryId, EventId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import {
  chooseAction,
  NOTHING_DONE,
  whyNotRerouted,
  scopeOf,
  type NewOperation,
  type Operation,
  type OperationCounts,
  type OperationFilter,
} from '../../../domain/operation/operation.ts'
import { nextOperation, noteStep, startOperation, type StepResult } from '../../scripts/operations.ts'
import { toOperation, type OperationRow } from '../../rows/operation-row.ts'
import { toDelivery, type DeliveryRow } from '../../rows/delivery-row.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import { findIdRange, scanDeliveries } from '../history/delivery-lists.ts'
import type { Notifications } from '../receiver-state/create-notifications.ts'
import type { SyncMethods } from '../connection/run-script.ts'

/** Advances operations in steps, each one transaction with its progress. */
export class OperationTable {
  readonly #sql: ReturnType<typeof prepare>
  readonly #deps: SqliteDeps
  readonly #notifications: Notifications
  #lastAdvanced = 0

  constructor(deps: SqliteDeps, notifications: Notifications) {
    this.#sql = prepare(deps.db)
    this.#deps = deps
    this.#notifications = notifications
  }

  methods() {
    return {
      startOperation: (operation, now, by) => this.startOperation(operation, now, by),
      advanceOperations: (step) => this.advanceOperations(step),
    } satisfies Partial<SyncMethods>
  }

  startOperation(operation: NewOperation, now: Instant, by: Author = SERVICE_ACTOR): Operation {
    const { db, records, catchUp, webhooks } = this.#deps
    const range = findIdRange(db, operation.filter, catchUp.goneIds())
    const started = { operation, range, now, by }
    return records.run(startOperation(this.#deps, (id) => webhooks.find(id), started))
  }

  advanceOperations({ now, limit }: { readonly now: Instant; readonly limit: number }): Operation | null {
    const { records, catchUp, webhooks } = this.#deps
    const row = records.run(nextOperation(this.#lastAdvanced))
    if (!row) return null
    // Set before the work: an operation that fails must not block the others.
    this.#lastAdvanced = row.id
    const operation = toOperation(row)
    // The rows must have caught up first, which takes moments.
    if (!catchUp.isDone) return operation
    const target = row.target_webhook_id === null ? undefined : webhooks.find(row.target_webhook_id)
    const scope = scopeOf(operation, target)
    const step = 'filter' in scope ? this.#step(row, scope.filter, { now, limit }) : scope
    return records.run(noteStep(this.#deps, row, { ...step, now }))
  }

  #step(
    row: OperationRow,
    filter: OperationFilter,
    { now, limit }: { readonly now: Instant; readonly limit: number },
  ): StepResult {
    const { last_id: after, up_to_id: upToId } = row
    const { rows, lastId } = scanDeliveries(this.#deps.db, filter, { after, upToId, limit })
    const fitting = rows.filter((delivery) => this.#fits(filter, delivery))
    const done = fitting.map((delivery) => this.#act(row, delivery.id, now)).reduce(addCounts, NOTHING_DONE)
    return { ...done, lastId, examinedCount: fitting.length }
  }

  #fits(filter: OperationFilter, { subject, event_id: eventId }: DeliveryRow): boolean {
    const event = needsEvent(filter, subject) ? this.#deps.events.readEvent(eventId) : undefined
    return fitsEventFilter(filter, subject, event)
  }

  #act(
    { id, kind, target_webhook_id: targetId }: OperationRow,
    deliveryId: DeliveryId,
    now: Instant,
  ): OperationCounts {
    const { webhooks, events } = this.#deps
    const { alertQueue, receiverStates } = this.#notifications
    // Read again: an earlier one of this step may have made it the head.
    const delivery = this.#sql.selectDelivery.get(deliveryId)
    if (!delivery) return NOTHING_DONE
    const target = targetId === null ? undefined : webhooks.find(targetId)
    const { restarts, isHeld, cancelReason, addsToTarget } = chooseAction(
      { id, kind },
      toDelivery(delivery),
      {
        webhook: webhooks.find(delivery.webhook_id),
        target,
        event: target && events.readEvent(delivery.event_id),
      },
    )
    if (restarts && receiverStates.whyNotRetried(delivery) !== undefined) return NOTHING_DONE
    if (restarts) {
      receiverStates.retried(delivery)
      alertQueue.restart(delivery, now)
    }
    const wasNotified = addsToTarget && target !== undefined && this.#isNotified(delivery.event_id, target.id)
    if (cancelReason !== null) {
      alertQueue.cancel(delivery, wasNotified ? whyNotRerouted(id, target.id) : cancelReason, now)
      receiverStates.leave(delivery, 'later', now)
    }
    const isNotified = addsToTarget && target !== undefined && !wasNotified
    if (isNotified) {
      const { event_id: eventId, subject, urgency } = delivery
      alertQueue.insert({ eventId, webhookId: target.id, subject, urgency, operationId: id }, now)
    }
    return {
      changedCount: Number(restarts || cancelReason !== null || isNotified),
      cancelledCount: Number(cancelReason !== null),
      heldCount: Number(isHeld),
      notifiedCount: Number(isNotified),
      alreadyNotifiedCount: Number(wasNotified),
    }
  }

  #isNotified(eventId: EventId, webhookId: WebhookId): boolean {
    return this.#sql.selectReceiverStates.get(eventId, webhookId) !== undefined
  }
}

function addCounts(sum: OperationCounts, more: OperationCounts): OperationCounts {
  return {
    changedCount: sum.changedCount + more.changedCount,
    cancelledCount: sum.cancelledCount + more.cancelledCount,
    heldCount: sum.heldCount + more.heldCount,
    notifiedCount: sum.notifiedCount + more.notifiedCount,
    alreadyNotifiedCount: sum.alreadyNotifiedCount + more.alreadyNotifiedCount,
  }
}

function prepare(db: Database) {
  return {
    selectDelivery: db.prepare<[DeliveryId], DeliveryRow>('SELECT * FROM deliveries WHERE id = ?'),
    // The planner would search all that is left to send to the webhook.
    selectReceiverStates: db.prepare<[eventId: EventId, webhookId: WebhookId], unknown>(
      `SELECT 1 FROM deliveries INDEXED BY deliveries_by_event WHERE event_id = ? AND webhook_id = ? AND (finished_at IS NULL OR state = 'delivered') LIMIT 1`,
    ),
  }
}
