import type { Database } from 'better-sqlite3'
import type { Delivery } from '../../../domain/delivery/delivery.ts'
import {
  CANCELLED_BY_HAND,
  refuseCancelling,
  refuseOldNotification,
  refuseRetrying,
  requireDelivery,
} from '../../../domain/delivery/delivery-refusals.ts'
import type { DeliveryId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { toDelivery, type DeliveryRow } from '../../rows/delivery-row.ts'
import type { SyncMethods } from '../connection/run-script.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import type { Notifications } from '../receiver-state/create-notifications.ts'
import { clampMethods } from './clamp-due-times.ts'
import { FinishedAttempts, type DisableWebhook } from './finish-attempts.ts'
import type { LeasedDeliveries } from './leased-deliveries.ts'
import { overdueMethod } from './overdue.ts'

export function leasedMethods(
  deps: SqliteDeps,
  notifications: Notifications,
  leased: LeasedDeliveries,
  disableWebhook: DisableWebhook,
) {
  const finished = new FinishedAttempts(deps, notifications, leased, disableWebhook)
  return {
    finishAttempts: (attempts, now) => finished.finishAttempts(attempts, now),
    ...clampMethods(deps),
    ...overdueMethod(deps, notifications),
  } satisfies Partial<SyncMethods>
}

export class DeliveryTable {
  readonly #selectOne: ReturnType<typeof prepare>
  readonly #deps: SqliteDeps
  readonly #notifications: Notifications

  constructor(deps: SqliteDeps, notifications: Notifications) {
    this.#selectOne = prepare(deps.db)
    this.#deps = deps
    this.#notifications = notifications
  }

  retryDelivery(id: DeliveryId, now: Instant): Delivery {
    const row = this.#require(id)
    const webhook = this.#deps.webhooks.find(row.webhook_id)
    refuseRetrying({ id, state: row.state, webhookId: row.webhook_id }, webhook)
    if (row.state === 'pending') {
      this.#notifications.alertQueue.sendNow(row, now)
    } else {
      refuseOldNotification(id, this.#notifications.receiverStates.whyNotRetried(row))
      this.#notifications.receiverStates.retried(row)
      this.#notifications.alertQueue.restart(row, now)
    }
    this.#deps.queues.sendFirst(row.webhook_id, id)
    return toDelivery(this.#require(id))
  }

  cancelDelivery(id: DeliveryId, now: Instant): Delivery {
    const row = this.#require(id)
    refuseCancelling(row)
    this.#notifications.alertQueue.cancel(row, CANCELLED_BY_HAND, now)
    this.#notifications.receiverStates.leave(row, 'later', now)
    return toDelivery(this.#require(id))
  }

  findDelivery(id: DeliveryId): Delivery | undefined {
    const row = this.#see(id)
    return row && toDelivery(row)
  }

  #see(id: DeliveryId): DeliveryRow | undefined {
    const row = this.#selectOne.get(id)
    return row && this.#deps.catchUp.see(row)
  }

  #require(id: DeliveryId): DeliveryRow {
    return requireDelivery(this.#see(id), id)
  }
}

function prepare(db: Database) {
  return db.prepare<[DeliveryId], DeliveryRow>('SELECT * FROM deliveries WHERE id = ?')
}
