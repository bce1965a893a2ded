import type { DeliveryState } from '../../../domain/delivery/delivery.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { DeliveryRow } from '../../rows/delivery-row.ts'
import type { Bound } from '../connection/prepare-insert.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import { dueAtForWebhook } from '../queue/queue-moves.ts'

export type LeasedDeliveries = ReturnType<typeof leasedDeliveries>

/** Writes what all ends of a lease share. */
export function leasedDeliveries(deps: SqliteDeps) {
  const { db, counts, queues } = deps
  const dueAtFor = dueAtForWebhook(deps)
  return {
    insertAttempt: db.prepare<Bound[]>(
      `INSERT INTO attempts (delivery_id, number, started_at, outcome, reason, failure, request, response, timing)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),

    /** Notes the end of a lease; returns when the delivery is due, if it is pending again. */
    returned(row: DeliveryRow, state: DeliveryState, at: Instant | null): Instant | null {
      counts.move('sending', state)
      queues.of(row.webhook_id).inFlight -= 1
      return state === 'pending' && at !== null ? dueAtFor(row.webhook_id, at, row.queue_urgency) : null
    },
  }
}
