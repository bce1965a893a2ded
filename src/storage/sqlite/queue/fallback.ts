import type { Database } from 'better-sqlite3'
import { kindOfSubject } from '../../../domain/alert/event.ts'
import { isFallbackTold } from '../../../domain/routing/fallback.ts'
import type { DeliveryId, EventId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import type { DeliveryRow } from '../../rows/delivery-row.ts'
import type { DeliveryLine } from './delivery-line.ts'

interface FallbackParts {
  readonly line: DeliveryLine
  readonly findWebhook: (id: WebhookId) => Webhook | undefined
}

/** The deliveries of events to fallbacks, when a webhook could not be told. */
export class Fallback {
  readonly #selectTold: ReturnType<typeof prepareTold>
  readonly #selectOne: ReturnType<typeof prepareOne>
  readonly #parts: FallbackParts

  constructor(db: Database, parts: FallbackParts) {
    this.#selectTold = prepareTold(db)
    this.#selectOne = prepareOne(db)
    this.#parts = parts
  }

  /**
   * Call it in the transaction in which a delivery ends as failed. The fallback of its webhook gets a delivery of the
   * same event, if it is enabled, of the event's payload type, and has none of that event yet, in whatever state.
   */
  add(failedId: DeliveryId, now: Instant): void {
    const { findWebhook, line } = this.#parts
    const failed = this.#selectOne.get(failedId)
    if (!failed) return
    const fallbackId = findWebhook(failed.webhook_id)?.fallbackWebhookId ?? null
    const fallback = fallbackId === null ? undefined : findWebhook(fallbackId)
    if (!fallback) return
    const kind = kindOfSubject(failed.subject)
    if (!isFallbackTold(fallback, { kind }, failed.fallback_depth)) return
    if (this.#selectTold.get(failed.event_id, fallback.id) !== undefined) return

    const { event_id: eventId, subject, urgency, fallback_depth: depth } = failed
    line.insert(
      { eventId, webhookId: fallback.id, subject, urgency, fallbackOf: failed.id, fallbackDepth: depth + 1 },
      now,
    )
  }
}

function prepareTold(db: Database) {
  // Not by the webhook, which may have been told of much else.
  return db.prepare<[eventId: EventId, webhookId: WebhookId], unknown>(
    'SELECT 1 FROM deliveries INDEXED BY deliveries_by_event WHERE event_id = ? AND webhook_id = ? LIMIT 1',
  )
}

function prepareOne(db: Database) {
  return db.prepare<[DeliveryId], DeliveryRow>('SELECT * FROM deliveries WHERE id = ?')
}
