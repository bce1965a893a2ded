import type { Database } from 'better-sqlite3'
import { alertIdOf, kindOfSubject } from '../../../domain/alert/event.ts'
import { fallbackAt, isFallbackNotified } from '../../../domain/routing/fallback.ts'
import {
  saysCurrentState,
  mayEscalate,
  newEscalation,
  newEscalationOfState,
  type EpisodeState,
} from '../../../domain/receiver-state/receiver-state.ts'
import type { AlertId, DeliveryId, EventId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { urgencyOf, type Urgency } from '../../../domain/delivery/urgency.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import type { DeliveryRow } from '../../rows/delivery-row.ts'
import { IS_NO_CHANGE } from '../../rows/event-row.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import type { ReceiverStateTable } from './state-table.ts'
import type { AlertQueues } from '../queue/alert-queues.ts'

/** Holds a late delivery that a silence covers; false: none does. */
type HoldLate = (row: DeliveryRow, now: Instant) => boolean

export class Fallback {
  readonly #sql: ReturnType<typeof prepare>
  readonly #deps: SqliteDeps
  readonly #table: ReceiverStateTable
  readonly #alertQueue: AlertQueues
  readonly #holdLate: HoldLate

  constructor(deps: SqliteDeps, table: ReceiverStateTable, alertQueue: AlertQueues, holdLate: HoldLate) {
    this.#sql = prepare(deps.db)
    this.#deps = deps
    this.#table = table
    this.#alertQueue = alertQueue
    this.#holdLate = holdLate
  }

  /**
   * Creates a delivery for the fallback, if it is enabled, takes the payload type, and has no delivery of
   * that event. Of an alert it gets the newest event, and follows it until the end. Call it in the
   * transaction in which a delivery fails.
   */
  add(undeliveredId: DeliveryId, now: Instant): void {
    const undelivered = this.#sql.selectOne.get(undeliveredId)
    if (!undelivered) return
    const { webhook_id: webhookId, subject, fallback_depth: depth, event_id: eventId } = undelivered
    const fallback = this.#find(webhookId, subject, depth)
    if (!fallback) return
    const alertId = alertIdOf(subject)
    if (alertId !== 0) this.#follow(fallback, alertId, undelivered, now)
    else if (!this.#isNotified(eventId, fallback.id)) this.#insert({ ...undelivered, fallback }, now)
  }

  /** Notifies the fallback now, if not done yet (`fallbackAtAfter`): the retry schedule is used up. */
  hasten(id: DeliveryId, now: Instant): void {
    this.#sql.hasten.run(now, id, now)
  }

  escalateLate({ now, limit }: { readonly now: Instant; readonly limit: number }): number {
    const late = this.#sql.selectLate.all(now, limit)
    for (const { id } of late) {
      this.#sql.forgetTime.run(id)
      const row = this.#sql.selectOne.get(id)
      if (row && !this.#holdLate(row, now)) this.add(id, now)
    }
    return late.length
  }

  #find(webhookId: WebhookId, subject: string, depth: number): Webhook | undefined {
    const { webhooks } = this.#deps
    const fallbackId = webhooks.find(webhookId)?.fallbackWebhookId ?? null
    const fallback = fallbackId === null ? undefined : webhooks.find(fallbackId)
    if (!fallback) return undefined
    return isFallbackNotified(fallback, { kind: kindOfSubject(subject) }, depth) ? fallback : undefined
  }

  #isNotified(eventId: EventId, webhookId: WebhookId): boolean {
    return this.#sql.selectReceiverStates.get(eventId, webhookId) !== undefined
  }

  #follow(fallback: Webhook, alertId: AlertId, undelivered: Undelivered, now: Instant): void {
    const pair = { alertId, webhookId: fallback.id }
    const newestId = this.#sql.selectNewestEvent.get(alertId)?.id ?? undelivered.event_id
    const event = this.#deps.events.readEvent(newestId)
    if (event?.kind !== 'alert' || this.#isNotified(newestId, fallback.id)) return
    const before = this.#table.find(pair)
    if (!mayEscalate(before, event)) return
    const alert = this.#sql.selectAlert.get(alertId)
    if (alert?.state === 'cleared') return
    const hasAlertQueue = this.#alertQueue.isUnfinished(fallback.id, undelivered.subject)
    if (alert && !saysCurrentState(event, alert)) {
      const given = { eventId: newestId, hasAlertQueue, now }
      this.#table.write(pair, before, newEscalationOfState(pair, alert, given))
      return
    }
    this.#table.write(pair, before, newEscalation(pair, event, { hasAlertQueue, now }))
    this.#insert({ ...undelivered, event_id: newestId, fallback, urgency: urgencyOf(event) }, now)
  }

  #insert({ fallback, ...undelivered }: ToFallback, now: Instant): void {
    const { id, event_id: eventId, subject, urgency, fallback_depth: depth } = undelivered
    this.#alertQueue.insert(
      {
        eventId,
        webhookId: fallback.id,
        subject,
        urgency,
        ...(id !== null && { fallbackOf: id }),
        fallbackDepth: depth + 1,
        fallbackAt: fallbackAt(fallback, now),
      },
      now,
    )
  }
}

/** A delivery that did not arrive; without an id, because its webhook is disabled. */
interface Undelivered extends Pick<DeliveryRow, 'subject' | 'fallback_depth' | 'event_id'> {
  readonly id: DeliveryId | null
}

interface ToFallback extends Undelivered {
  readonly fallback: Webhook
  readonly urgency: Urgency
}

function prepare(db: Database) {
  return {
    // Not by the webhook, which may have been notified of much else.
    selectReceiverStates: db.prepare<[eventId: EventId, webhookId: WebhookId], unknown>(
      'SELECT 1 FROM deliveries INDEXED BY deliveries_by_event WHERE event_id = ? AND webhook_id = ? LIMIT 1',
    ),
    selectOne: db.prepare<[DeliveryId], DeliveryRow>('SELECT * FROM deliveries WHERE id = ?'),
    // Reports of missed alerts to one webhook do not count.
    selectNewestEvent: db.prepare<[AlertId], { id: EventId }>(
      `SELECT id FROM events WHERE alert_id = CAST(? AS INTEGER) AND NOT ${IS_NO_CHANGE} ORDER BY id DESC LIMIT 1`,
    ),
    selectAlert: db.prepare<[AlertId], EpisodeState>(
      'SELECT state, episode_number AS "episodeNumber" FROM alerts WHERE id = ?',
    ),
    // Casts: see queue/alert-queues.ts.
    selectLate: db.prepare<[now: Instant, limit: number], { id: DeliveryId }>(
      `SELECT id FROM deliveries WHERE fallback_at IS NOT NULL AND finished_at IS NULL AND fallback_at <= CAST(? AS INTEGER)
       ORDER BY fallback_at LIMIT CAST(? AS INTEGER)`,
    ),
    hasten: db.prepare<[at: Instant, id: DeliveryId, before: Instant]>(
      'UPDATE deliveries SET fallback_at = ? WHERE id = ? AND fallback_at > ?',
    ),
    forgetTime: db.prepare<[DeliveryId]>('UPDATE deliveries SET fallback_at = NULL WHERE id = ?'),
  }
}
