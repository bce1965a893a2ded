import type { Database } from 'better-sqlite3'
import type { DeliveryState } from '../../../domain/delivery/delivery.ts'
import { URGENCIES } from '../../../domain/delivery/urgency.ts'
import type { WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { DeliveryRow } from '../../rows/delivery-row.ts'
import type { BacklogCounts } from './counts.ts'
import type { WebhookCache } from './webhook-cache.ts'
import type { WebhookQueues } from './webhook-queues.ts'

/** Applies changes of webhooks to deliveries in steps, and shows deliveries meanwhile as they will be. */
export class CatchUp {
  readonly #deliveries: WebhookDeliveries
  readonly #webhooks: WebhookCache
  readonly #queues: WebhookQueues
  readonly #counts: BacklogCounts

  constructor(db: Database, webhooks: WebhookCache, queues: WebhookQueues, counts: BacklogCounts) {
    this.#deliveries = new WebhookDeliveries(db)
    this.#webhooks = webhooks
    this.#queues = queues
    this.#counts = counts
  }

  get isDone(): boolean {
    return this.#deliveries.notes.size === 0
  }

  /** Begins to change the deliveries of a webhook, in the transaction of its change. */
  begin(what: 'hold' | 'unhold' | 'cancel', { webhookId, now }: Omit<Follow, 'limit'>): void {
    if (what !== 'cancel') return this.#deliveries.begin(what, { webhookId, now })
    const limit = CHANGED_AT_ONCE
    if (this.#cancel({ webhookId, now, limit }) >= limit) this.#deliveries.note(webhookId, now)
    this.#queues.remove(webhookId)
  }

  forget(): void {
    this.#deliveries.forget()
  }

  /**
   * Applies the present settings of one webhook to at most `limit` of its deliveries. Returns how many it
   * changed.
   */
  step(limit: number): number {
    const deliveries = this.#deliveries
    const [next] = deliveries.notes
    if (!next) return 0
    const [webhookId, since] = next
    const webhook = this.#webhooks.find(webhookId)
    const follow = { webhookId, now: since, limit }
    let count: number
    if (!webhook) count = this.#cancel(follow)
    else if (!webhook.enabled) count = deliveries.hold(follow)
    else {
      count = deliveries.unhold(follow)
      this.#queues.noteDue(webhookId, since)
    }
    if (count < limit) deliveries.caughtUp(webhookId)
    return count
  }

  /** Lists deleted webhooks with unfinished deliveries. */
  goneIds(): readonly WebhookId[] {
    return [...this.#deliveries.notes.keys()].filter((id) => !this.#webhooks.find(id))
  }

  see(row: DeliveryRow): DeliveryRow {
    const since = this.#deliveries.notes.get(row.webhook_id)
    if (since === undefined || row.finished_at !== null) return row
    const webhook = this.#webhooks.find(row.webhook_id)
    if (!webhook) {
      const last_reason = 'the webhook was deleted'
      return { ...row, state: 'cancelled', due_at: null, lease_until: null, finished_at: since, last_reason }
    }
    if (row.state !== 'pending') return row
    return { ...row, due_at: webhook.enabled ? (row.due_at ?? since) : null }
  }

  seeState({ webhook_id: id, state }: Pick<DeliveryRow, 'webhook_id' | 'state'>): DeliveryState {
    const hasEnded = state === 'delivered' || state === 'failed'
    return !hasEnded && this.#deliveries.notes.has(id) && !this.#webhooks.find(id) ? 'cancelled' : state
  }

  #cancel(follow: Follow): number {
    let count = 0
    for (const cancelled of this.#deliveries.cancel(follow)) {
      this.#counts.move(cancelled.state, 'cancelled', cancelled.count)
      count += cancelled.count
    }
    return count
  }
}

/**
 * Deliveries changed at once. There may be a million, and no other call is served meanwhile:
 * `unfinished_webhook_changes` notes the others, which follow in steps of this size.
 */
export const CHANGED_AT_ONCE = 2_000

interface Follow {
  readonly webhookId: WebhookId
  readonly now: Instant
  readonly limit: number
}

export class WebhookDeliveries {
  readonly #sql: ReturnType<typeof prepare>
  #notes: Map<WebhookId, Instant> | undefined

  constructor(db: Database) {
    this.#sql = prepare(db)
  }

  /** Webhooks whose deliveries have not caught up, and since when. */
  get notes(): ReadonlyMap<WebhookId, Instant> {
    this.#notes ??= new Map(this.#sql.selectNotes.all().map(({ webhook_id, since }) => [webhook_id, since]))
    return this.#notes
  }

  /** Call it in the transaction that disables or enables the webhook. */
  begin(what: 'hold' | 'unhold', { webhookId, now }: Omit<Follow, 'limit'>): void {
    const limit = CHANGED_AT_ONCE
    if (this[what]({ webhookId, now, limit }) === limit) this.note(webhookId, now)
  }

  /** Returns how many deliveries it holds. */
  hold({ webhookId, limit }: Follow): number {
    return this.#sql.hold.run(webhookId, limit).changes
  }

  unhold({ webhookId, now, limit }: Follow): number {
    return this.#sql.unhold.run(now, webhookId, limit).changes
  }

  /**
   * Cancels deliveries, first those being sent, so that no worker can finish them. Returns how many there
   * were of each state.
   */
  cancel({
    webhookId,
    now,
    limit,
  }: Follow): readonly { readonly state: DeliveryState; readonly count: number }[] {
    const sending = this.#sql.cancelSending.run(now, webhookId).changes
    const others = this.#sql.countNext.all(webhookId, limit)
    this.#sql.cancelNext.run(now, webhookId, limit)
    return [{ state: 'sending', count: sending }, ...others]
  }

  note(webhookId: WebhookId, since: Instant): void {
    this.#sql.note.run(webhookId, since)
    this.#notes = undefined
  }

  caughtUp(webhookId: WebhookId): void {
    this.#sql.forget.run(webhookId)
    this.#notes = undefined
  }

  forget(): void {
    this.#notes = undefined
  }
}

const CANCELLED = `state = 'cancelled', due_at = NULL, lease_until = NULL, finished_at = ?,
  last_reason = 'the webhook was deleted'`
/** Finds deliveries by alert queue, because a webhook may have a long history. */
const NEXT_IN_ALERT_QUEUE = `FROM deliveries INDEXED BY deliveries_alert_queue WHERE webhook_id = CAST(? AS INTEGER)
  AND finished_at IS NULL ORDER BY subject, event_id LIMIT CAST(? AS INTEGER)`

function prepare(db: Database) {
  return {
    hold: db.prepare<[webhookId: WebhookId, limit: number]>(
      `UPDATE deliveries SET due_at = NULL WHERE id IN (SELECT id FROM deliveries INDEXED BY deliveries_webhook_queue
         WHERE webhook_id = ? AND state = 'pending' AND queue_urgency IN (${URGENCIES.join(', ')}) AND due_at > -1 LIMIT ?)`,
    ),
    unhold: db.prepare<[dueAt: Instant, webhookId: WebhookId, limit: number]>(
      `UPDATE deliveries SET due_at = ? WHERE id IN (SELECT id FROM deliveries INDEXED BY deliveries_webhook_queue
         WHERE webhook_id = ? AND state = 'pending' AND queue_urgency IN (${URGENCIES.join(', ')}) AND due_at IS NULL LIMIT ?)`,
    ),
    cancelSending: db.prepare<[finishedAt: Instant, webhookId: WebhookId]>(
      `UPDATE deliveries INDEXED BY deliveries_leased SET ${CANCELLED} WHERE state = 'sending' AND webhook_id = ?`,
    ),
    countNext: db.prepare<[webhookId: WebhookId, limit: number], { state: DeliveryState; count: number }>(
      `SELECT state, count(*) AS count FROM (SELECT state ${NEXT_IN_ALERT_QUEUE}) GROUP BY state`,
    ),
    cancelNext: db.prepare<[finishedAt: Instant, webhookId: WebhookId, limit: number]>(
      `UPDATE deliveries SET ${CANCELLED} WHERE id IN (SELECT id ${NEXT_IN_ALERT_QUEUE})`,
    ),
    note: db.prepare<[webhookId: WebhookId, since: Instant]>(
      `INSERT INTO unfinished_webhook_changes (webhook_id, since) VALUES (?, ?)
       ON CONFLICT (webhook_id) DO UPDATE SET since = excluded.since`,
    ),
    forget: db.prepare<[WebhookId]>('DELETE FROM unfinished_webhook_changes WHERE webhook_id = ?'),
    selectNotes: db.prepare<[], { webhook_id: WebhookId; since: Instant }>(
      'SELECT webhook_id, since FROM unfinished_webhook_changes ORDER BY webhook_id',
    ),
  }
}
