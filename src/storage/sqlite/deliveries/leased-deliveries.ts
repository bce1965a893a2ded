import type { Database } from 'better-sqlite3'
import type { DeliveryState } from '../../../domain/delivery/delivery.ts'
import type { DeliveryId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { DeliveryRow } from '../../rows/delivery-row.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'

type AttemptValues = [
  deliveryId: DeliveryId,
  number: number,
  startedAt: Instant,
  outcome: string,
  reason: string,
  failure: string | null,
  request: string | null,
  response: string | null,
  timing: string | null,
]

/** Writes what all ends of a lease share. */
export class LeasedDeliveries {
  readonly #sql: ReturnType<typeof prepare>
  readonly #deps: SqliteDeps

  constructor(deps: SqliteDeps) {
    this.#sql = prepare(deps.db)
    this.#deps = deps
  }

  /** Holds deliveries of a disabled webhook: pending without a due time. */
  dueAtFor(webhookId: WebhookId, at: Instant): Instant | null {
    return this.#deps.webhooks.find(webhookId)?.enabled ? at : null
  }

  returned(
    { webhook_id: webhookId, queue_urgency: queueUrgency }: Pick<DeliveryRow, 'webhook_id' | 'queue_urgency'>,
    { state, dueAt }: { readonly state: DeliveryState; readonly dueAt: Instant | null },
  ): void {
    this.#deps.counts.move('sending', state)
    this.#deps.queues.of(webhookId).inFlight -= 1
    this.#deps.queues.noteDue(webhookId, dueAt, queueUrgency)
  }

  insertAttempt(...values: AttemptValues): void {
    this.#sql.insertAttempt.run(...values)
  }
}

function prepare(db: Database) {
  return {
    insertAttempt: db.prepare<AttemptValues>(
      `INSERT INTO attempts (delivery_id, number, started_at, outcome, reason, failure, request, response, timing)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
  }
}
