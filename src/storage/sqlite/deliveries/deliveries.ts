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
import type { CatchUp } from '../catch-up/catch-up.ts'
import type { SyncMethods } from '../connection/methods.ts'
import { clampMethods } from './clamp-due-times.ts'
import { FinishedAttempts, type FinishDeps } from './finish-attempts.ts'
import { LeasedDeliveries } from './leased-deliveries.ts'
import { overdueMethod } from './overdue.ts'
import { reclaimMethod } from './reclaim.ts'
import { releaseMethod } from './release.ts'

export interface DeliveryDeps extends FinishDeps {
  readonly catchUp: Pick<CatchUp, 'see'>
}

/** Returns the methods that claims end by, and the one that ends what is too old. */
export function leasedMethods(db: Database, deps: FinishDeps) {
  const leased = new LeasedDeliveries(db, deps)
  const finished = new FinishedAttempts(db, deps, leased)
  return {
    finishAttempts: (attempts, now) => finished.finishAttempts(attempts, now),
    ...releaseMethod(db, deps, leased),
    ...reclaimMethod(db, deps, leased),
    ...clampMethods(db, deps),
    ...overdueMethod(db, deps),
  } satisfies Partial<SyncMethods>
}

/** Finds single deliveries, and changes them as a person asks. */
export class DeliveryTable {
  readonly #selectOne: ReturnType<typeof prepare>
  readonly #deps: DeliveryDeps

  constructor(db: Database, deps: DeliveryDeps) {
    this.#selectOne = prepare(db)
    this.#deps = deps
  }

  /** Returns the methods that have no entry in the audit log. */
  methods() {
    return {
      findDelivery: (id) => this.findDelivery(id),
      findDeliveryAhead: (id) => this.findDeliveryAhead(id),
    } satisfies Partial<SyncMethods>
  }

  retryDelivery(id: DeliveryId, now: Instant): Delivery {
    const row = this.#require(id)
    const webhook = this.#deps.findWebhook(row.webhook_id)
    refuseRetrying({ id, state: row.state, webhookId: row.webhook_id }, webhook)
    if (row.state === 'pending') {
      this.#deps.alertQueue.sendNow(row, now)
    } else {
      refuseOldNotification(id, this.#deps.receiverStates.whyNotRetried(row))
      this.#deps.receiverStates.retried(row)
      this.#deps.alertQueue.restart(row, now)
    }
    this.#deps.queues.sendFirst(row.webhook_id, id)
    return toDelivery(this.#require(id))
  }

  cancelDelivery(id: DeliveryId, now: Instant): Delivery {
    const row = this.#require(id)
    refuseCancelling(row)
    this.#deps.alertQueue.cancel(row, CANCELLED_BY_HAND, now)
    this.#deps.receiverStates.leave(row, 'later', now)
    return toDelivery(this.#require(id))
  }

  findDelivery(id: DeliveryId): Delivery | undefined {
    const row = this.#see(id)
    return row && toDelivery(row)
  }

  findDeliveryAhead(id: DeliveryId): Delivery | undefined {
    const row = this.#see(id)
    const ahead = row && this.#deps.alertQueue.findAhead(row)
    return ahead && toDelivery(this.#deps.catchUp.see(ahead))
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
