import type { Database } from 'better-sqlite3'
import type { DeliveryState } from '../../../domain/delivery/delivery.ts'
import { URGENCIES } from '../../../domain/delivery/urgency.ts'
import type { WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { DeliveryRow } from '../../rows/delivery-row.ts'
import type { BacklogCounts } from './counts.ts'
import type { WebhookCache } from './webhook-cache.ts'
import type { WebhookQueues } from './webhook-queues.ts'

/**
 * Deliveries changed at once. There may be a million, and no other call is served meanwhile:
 * `unfinished_webhook_changes` notes the others, which follow in steps of this size.
 */
export const CHANGED_AT_ONCE = 2_000

type Change = 'hold' | 'unhold' | 'cancel'

interface Follow {
  readonly webhookId: WebhookId
  readonly now: Instant
  readonly limit: number
}

/** Applies changes of webhooks to deliveries, also while the database is opened. */
export class WebhookDeliveries {
  readonly #sql: ReturnType<typeof prepare>
  readonly #counts: BacklogCounts
  #notes: Map<WebhookId, Instant> | undefined

  constructor(db: Database, counts: BacklogCounts) {
    this.#sql = prepare(db)
    this.#counts = counts
  }

  /** Webhooks whose deliveries have not caught up, and since when. */
  get notes(): ReadonlyMap<WebhookId, Instant> {
    this.#notes ??= new Map(this.#sql.selectNotes.all().map(({ webhook_id, since }) => [webhook_id, since]))
    return this.#notes
  }

  /** Begins to change the deliveries of a webhook, in the transaction of its change. */
  begin(what: Change, { webhookId, now }: Omit<Follow, 'limit'>): void {
    if (this.apply(what, { webhookId, now, limit: CHANGED_AT_ONCE }) < CHANGED_AT_ONCE) return
    this.#sql.note.run(webhookId, now)
    this.forget()
  }

  /** Changes deliveries, and forgets the note if these were the last. Returns how many. */
  goOn(what: Change, follow: Follow): number {
    const count = this.apply(what, follow)
    if (count < follow.limit) {
      this.#sql.forget.run(follow.webhookId)
      this.forget()
    }
    return count
  }

  forget(): void {
    this.#notes = undefined
  }

  apply(what: Change, { webhookId, now, limit }: Follow): number {
    if (what === 'hold') return this.#sql.hold.run(webhookId, limit).changes
    if (what === 'unhold') return this.#sql.unhold.run(now, webhookId, limit).changes
    // Begins with what is being sent, so that no worker can finish it.
    const sending = this.#sql.cancelSending.run(now, webhookId).changes
    const others = this.#sql.countNext.all(webhookId, limit)
    this.#sql.cancelNext.run(now, webhookId, limit)
    let total = 0
    for (const { state, count } of [{ state: 'sending' as const, count: sending }, ...others]) {
      this.#counts.move(state, 'cancelled', count)
      total += count
    }
    return total
  }
}

/** Applies changes of webhooks to deliveries in steps, and shows deliveries meanwhile as they will be. */
export class CatchUp extends WebhookDeliveries {
  readonly #webhooks: WebhookCache
  readonly #queues: WebhookQueues

  constructor(db: Database, webhooks: WebhookCache, queues: WebhookQueues, counts: BacklogCounts) {
    super(db, counts)
    this.#webhooks = webhooks
    this.#queues = queues
  }

  get isDone(): boolean {
    return this.notes.size === 0
  }

  override begin(what: Change, change: Omit<Follow, 'limit'>): void {
    super.begin(what, change)
    if (what === 'cancel') this.#queues.remove(change.webhookId)
  }

  /**
   * Applies the present settings of one webhook to at most `limit` of its deliveries. Returns how many it
   * changed.
   */
  step(limit: number): number {
    const [next] = this.notes
    if (!next) return 0
    const [webhookId, now] = next
    const webhook = this.#webhooks.find(webhookId)
    if (webhook?.enabled) this.#queues.noteDue(webhookId, now)
    const what = webhook === undefined ? 'cancel' : webhook.enabled ? 'unhold' : 'hold'
    return this.goOn(what, { webhookId, now, limit })
  }

  /** Lists deleted webhooks with unfinished deliveries. */
  goneIds(): readonly WebhookId[] {
    return [...this.notes.keys()].filter((id) => !this.#webhooks.find(id))
  }

  see(row: DeliveryRow): DeliveryRow {
    const since = this.notes.get(row.webhook_id)
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
    return !hasEnded && this.notes.has(id) && !this.#webhooks.find(id) ? 'cancelled' : state
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
