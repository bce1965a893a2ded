import type { Database } from 'better-sqlite3'
import { AppError, invalidRequest } from '../../domain/errors.ts'
import type { Event } from '../../domain/event.ts'
import { isFallbackTold, whyNotFallback } from '../../domain/fallback.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Webhook } from '../../domain/webhook.ts'
import type { DeliveryRow } from '../rows/delivery-row.ts'
import type { DeliveryLine } from './delivery-line.ts'

/** So many are named in a refusal. */
const NAMED_MAX = 5

interface FallbackParts {
  readonly line: DeliveryLine
  readonly webhooks: () => readonly Webhook[]
  readonly findWebhook: (id: number) => Webhook | undefined
  readonly findEvent: (id: number) => Event | undefined
}

/** Whom to tell when a webhook could not be told, and what a webhook must be to serve for that. */
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
  tell(failedId: number, now: Instant): void {
    const { findWebhook, findEvent, line } = this.#parts
    const failed = this.#selectOne.get(failedId)
    if (!failed) return
    const fallbackId = findWebhook(failed.webhook_id)?.fallbackWebhookId ?? null
    const fallback = fallbackId === null ? undefined : findWebhook(fallbackId)
    const event = fallback && findEvent(failed.event_id)
    if (!event || !isFallbackTold(fallback, event, failed.fallback_depth)) return
    if (this.#selectTold.get(failed.event_id, fallback.id) !== undefined) return

    const { event_id: eventId, subject, fallback_depth: depth } = failed
    line.insert(
      { eventId, webhookId: fallback.id, subject, fallbackOf: failed.id, fallbackDepth: depth + 1 },
      now,
    )
  }

  /** Of a webhook as it was just written, in the same transaction: a throw takes the write back. */
  check(webhook: Webhook): void {
    const { fallbackWebhookId: id } = webhook
    if (id !== null) {
      const message = whyNotFallback(webhook, this.#parts.findWebhook(id))
      if (message !== undefined) throw invalidRequest([{ path: 'fallback_webhook_id', message }])
    }
    const others = this.#namedBy(webhook.id).filter(({ payloadType }) => payloadType !== webhook.payloadType)
    if (others.length > 0) {
      throw new AppError(
        'conflict',
        `Webhook ${webhook.id} is the fallback of ${listed(others)} for ${others[0]?.payloadType}, so its payload type cannot be ${webhook.payloadType}; give them another fallback, or none, first.`,
      )
    }
  }

  /** Throws `conflict` if others rely on this webhook: they must be changed first, so that nobody loses a net unseen. */
  checkDelete(id: number): void {
    const others = this.#namedBy(id)
    if (others.length > 0) {
      throw new AppError(
        'conflict',
        `Webhook ${id} is the fallback of ${listed(others)}; give them another fallback, or none, before it is deleted.`,
      )
    }
  }

  #namedBy(id: number): readonly Webhook[] {
    return this.#parts.webhooks().filter((webhook) => webhook.fallbackWebhookId === id && webhook.id !== id)
  }
}

function listed(webhooks: readonly Webhook[]): string {
  const ids = webhooks.slice(0, NAMED_MAX).map(({ id }) => id)
  const more = webhooks.length - ids.length
  return `webhook ${ids.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function prepareTold(db: Database) {
  // Not by the webhook, which may have been told of much else.
  return db.prepare(
    'SELECT 1 FROM deliveries INDEXED BY deliveries_by_event WHERE event_id = ? AND webhook_id = ? LIMIT 1',
  )
}

function prepareOne(db: Database) {
  return db.prepare<[number], DeliveryRow>('SELECT * FROM deliveries WHERE id = ?')
}
