import type { Breaker } from '../../domain/flow/breaker.ts'
import type { DeliveryId, WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'

export interface FlowRow {
  webhook_id: WebhookId
  failures: number
  failing_since: number | null
  pause_ms: number
  paused_until: Instant | null
  asked_until: Instant | null
  pause_reason: string | null
  failed_delivery_id: DeliveryId | null
  rejected_at: Instant | null
  accepted_at: Instant | null
  rate_next_at: Instant
  /** Somebody asked for it by hand: it goes before what is due longer, until its schedule has begun; null: nobody did. */
  first_delivery_id: DeliveryId | null
}

export function toBreaker(row: FlowRow): Breaker {
  return {
    failures: row.failures,
    failingSince: row.failing_since,
    failedId: row.failed_delivery_id,
    pauseMs: row.pause_ms,
    pausedUntil: row.paused_until,
    askedUntil: row.asked_until,
    pauseReason: row.pause_reason,
    rejectedAt: row.rejected_at,
    acceptedAt: row.accepted_at,
  }
}
