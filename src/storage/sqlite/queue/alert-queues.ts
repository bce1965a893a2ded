import type { Database } from 'better-sqlite3'
import type { DeliveryState } from '../../../domain/delivery/delivery.ts'
import type { DeliveryId, EventId, OperationId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import {
  hurries,
  joinAlertQueue,
  letsPass,
  promotedUrgency,
  type HeadUrgency,
  type QueueEntry,
} from '../../../domain/delivery/alert-queue.ts'
import { moreUrgent, type Urgency } from '../../../domain/delivery/urgency.ts'
import type { DeliveryRow } from '../../rows/delivery-row.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import { CURRENT_EPOCH } from '../connection/epoch.ts'

export interface NewDelivery {
  readonly eventId: EventId
  readonly webhookId: WebhookId
  readonly subject: string
  readonly urgency: Urgency
  readonly fallbackOf?: DeliveryId
  readonly fallbackDepth?: number
  /** When to notify its own fallback, if it has not arrived by then. */
  readonly fallbackAt?: Instant | null
  readonly operationId?: OperationId
}

type QueuedDelivery = Pick<DeliveryRow, 'webhook_id' | 'subject' | 'event_id' | 'urgency'>

/** The head of an alert queue that has ended, or lets another pass. */
export type FormerHead = Pick<DeliveryRow, 'webhook_id' | 'subject' | 'urgency' | 'queue_urgency'>

/** The unfinished deliveries of one webhook and subject (domain/delivery/alert-queue.ts). */
export class AlertQueues {
  readonly #sql: ReturnType<typeof prepare>
  readonly #deps: SqliteDeps

  constructor(deps: SqliteDeps) {
    this.#sql = prepare(deps.db)
    this.#deps = deps
  }

  /** Inserts a delivery of an older event at its position, and returns its id. */
  insert(delivery: NewDelivery, now: Instant): number {
    const { eventId, webhookId, subject, urgency, fallbackOf, fallbackDepth, fallbackAt, operationId } =
      delivery
    const entry = { webhook_id: webhookId, subject, event_id: eventId, urgency }
    const { state, dueAt, queueUrgency } = this.#join(entry, now)
    const { lastInsertRowid } = this.#sql.insert.run(
      eventId,
      webhookId,
      subject,
      state,
      dueAt,
      now,
      fallbackOf ?? null,
      fallbackDepth ?? 0,
      operationId ?? null,
      urgency,
      queueUrgency,
      fallbackAt ?? null,
    )
    this.#deps.counts.add(state)
    return Number(lastInsertRowid)
  }

  /** Restarts an ended delivery with a new schedule, even if its receiver is paused. */
  restart(row: QueuedDelivery & Pick<DeliveryRow, 'id'>, now: Instant): void {
    const { state, dueAt, queueUrgency } = this.#join(row, now)
    this.#sql.restart.run(state, dueAt, queueUrgency, null, row.id)
    this.#deps.counts.add(state)
    this.#deps.queues.probeNow(row.webhook_id)
  }

  /**
   * Restarts the schedule of a pending delivery, due at once unless it is held, even if its receiver is
   * paused.
   */
  sendNow(row: DeliveryRow, now: Instant): void {
    const dueAt = row.due_at === null ? null : now
    this.#sql.restart.run('pending', dueAt, row.queue_urgency, row.fallback_at, row.id)
    this.#deps.queues.noteDue(row.webhook_id, dueAt, row.queue_urgency)
    this.#deps.queues.probeNow(row.webhook_id)
  }

  /** Ends a waiting or pending delivery. */
  cancel(row: DeliveryRow, reason: string, now: Instant): void {
    this.#sql.cancel.run(now, reason, row.id)
    this.#deps.counts.move(row.state, 'cancelled')
    if (row.state === 'pending') this.promoteNext(row, () => now)
  }

  /** Promotes the oldest waiting delivery; call it when the head has ended. */
  promoteNext(former: FormerHead, dueAtOf: (next: DeliveryRow) => Instant): void {
    const { webhook_id: webhookId, subject } = former
    const next = this.#sql.selectNext.get(webhookId, subject)
    if (!next) return
    const queueUrgency = promotedUrgency(
      headUrgencyOf(former),
      next.urgency,
      (urgency) => this.#sql.selectWaitingOf.get(webhookId, subject, urgency) !== undefined,
    )
    this.#promote(next, dueAtOf(next), queueUrgency)
  }

  /** Makes a failed head wait if an older delivery has come back. */
  yieldToOlder(head: FormerHead & { readonly id: DeliveryId }, now: Instant): void {
    const oldest = this.#sql.selectOldest.get(head.webhook_id, head.subject)
    if (!oldest || !letsPass(head.id, oldest)) return
    this.#demote(head.id)
    this.#promote(oldest, now, moreUrgent(head.queue_urgency, oldest.urgency))
  }

  /** Lets the head go at once, as urgently as a delivery that now waits after it. */
  hurryHead(
    { webhook_id: webhookId, subject, urgency }: Omit<QueuedDelivery, 'event_id'>,
    now: Instant,
  ): void {
    const head = this.#sql.selectHead.get(webhookId, subject)
    if (!head || !hurries(urgency, { queueUrgency: head.queue_urgency, lastFailure: head.last_failure }))
      return
    const queueUrgency = moreUrgent(urgency, head.queue_urgency)
    const dueAt = head.due_at === null ? null : Math.min(head.due_at, now)
    this.#sql.hurry.run(queueUrgency, dueAt, head.id)
    this.#deps.queues.noteDue(webhookId, dueAt, queueUrgency)
  }

  hasWaiting({ webhook_id: webhookId, subject }: Pick<DeliveryRow, 'webhook_id' | 'subject'>): boolean {
    return this.#sql.selectNext.get(webhookId, subject) !== undefined
  }

  isUnfinished(webhookId: WebhookId, subject: string): boolean {
    return this.#sql.selectOldest.get(webhookId, subject) !== undefined
  }

  #promote({ id, webhook_id: webhookId }: DeliveryRow, at: Instant, queueUrgency: Urgency): void {
    this.#sql.promote.run(this.#dueAtFor(webhookId, at, queueUrgency), queueUrgency, id)
    this.#deps.counts.move('waiting', 'pending')
  }

  #demote(id: DeliveryId): void {
    this.#sql.demote.run(id)
    this.#deps.counts.move('pending', 'waiting')
  }

  /** While its webhook is disabled, a delivery is held: pending without a due time. */
  #dueAtFor(webhookId: WebhookId, at: Instant, queueUrgency: Urgency): Instant | null {
    const dueAt = this.#deps.webhooks.find(webhookId)?.enabled ? at : null
    this.#deps.queues.noteDue(webhookId, dueAt, queueUrgency)
    return dueAt
  }

  #join(entry: QueuedDelivery, now: Instant): JoinedRow {
    const { webhook_id: webhookId, subject, event_id: eventId, urgency } = entry
    const findHead = () => this.#sql.selectHead.get(webhookId, subject)
    const joined = joinAlertQueue(eventId, toPlace(this.#sql.selectOldest.get(webhookId, subject)), () =>
      toPlace(findHead()),
    )
    if (joined.state === 'waiting') {
      this.hurryHead(entry, now)
      return { state: 'waiting', dueAt: null, queueUrgency: urgency }
    }
    const head = joined.demotedId === null ? undefined : findHead()
    if (head) this.#demote(head.id)
    const queueUrgency = head ? moreUrgent(head.queue_urgency, urgency) : urgency
    return { state: 'pending', dueAt: this.#dueAtFor(webhookId, now, queueUrgency), queueUrgency }
  }
}

interface JoinedRow {
  readonly state: 'waiting' | 'pending'
  readonly dueAt: Instant | null
  readonly queueUrgency: Urgency
}

function headUrgencyOf({ urgency, queue_urgency: queueUrgency }: FormerHead): HeadUrgency {
  return { urgency, queueUrgency }
}

function toPlace(row: DeliveryRow | undefined): QueueEntry | undefined {
  return row && { id: row.id, eventId: row.event_id, state: row.state }
}

type NewValues = [
  eventId: EventId,
  webhookId: WebhookId,
  subject: string,
  state: DeliveryState,
  dueAt: Instant | null,
  createdAt: Instant,
  fallbackOf: DeliveryId | null,
  fallbackDepth: number,
  operationId: OperationId | null,
  urgency: Urgency,
  queueUrgency: Urgency,
  fallbackAt: Instant | null,
]

function prepare(db: Database) {
  // Without casts SQLite compiles a statement with ORDER BY again for each new value, which takes ten times
  // as long.
  const alertQueueOf =
    'FROM deliveries WHERE webhook_id = CAST(? AS INTEGER) AND subject = CAST(? AS TEXT) AND finished_at IS NULL'
  return {
    selectOldest: db.prepare<[webhookId: WebhookId, subject: string], DeliveryRow>(
      `SELECT * ${alertQueueOf} ORDER BY event_id LIMIT 1`,
    ),
    selectHead: db.prepare<[webhookId: WebhookId, subject: string], DeliveryRow>(
      `SELECT * ${alertQueueOf} AND state <> 'waiting' ORDER BY event_id LIMIT 1`,
    ),
    selectNext: db.prepare<[webhookId: WebhookId, subject: string], DeliveryRow>(
      `SELECT * ${alertQueueOf} AND state = 'waiting' ORDER BY event_id, id LIMIT 1`,
    ),
    selectWaitingOf: db.prepare<[webhookId: WebhookId, subject: string, urgency: Urgency], unknown>(
      `SELECT 1 ${alertQueueOf} AND state = 'waiting' AND urgency = ? ORDER BY event_id LIMIT 1`,
    ),
    hurry: db.prepare<[queueUrgency: Urgency, dueAt: Instant | null, id: DeliveryId]>(
      'UPDATE deliveries SET queue_urgency = ?, due_at = ? WHERE id = ?',
    ),
    insert: db.prepare<NewValues>(
      `INSERT INTO deliveries (event_id, webhook_id, subject, state, due_at, created_at, fallback_of, fallback_depth, operation_id,
         urgency, queue_urgency, fallback_at, epoch)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${CURRENT_EPOCH})`,
    ),
    restart: db.prepare<
      [
        state: DeliveryState,
        dueAt: Instant | null,
        queueUrgency: Urgency,
        fallbackAt: Instant | null,
        id: DeliveryId,
      ]
    >(
      `UPDATE deliveries SET state = ?, due_at = ?, queue_urgency = ?, finished_at = NULL, fallback_at = ?,
         attempts_uncounted = attempts_made
       WHERE id = ?`,
    ),
    cancel: db.prepare<[finishedAt: Instant, reason: string, id: DeliveryId]>(
      "UPDATE deliveries SET state = 'cancelled', due_at = NULL, finished_at = ?, last_reason = ? WHERE id = ?",
    ),
    promote: db.prepare<[dueAt: Instant | null, queueUrgency: Urgency, id: DeliveryId]>(
      "UPDATE deliveries SET state = 'pending', due_at = ?, queue_urgency = ? WHERE id = ?",
    ),
    demote: db.prepare<[DeliveryId]>("UPDATE deliveries SET state = 'waiting', due_at = NULL WHERE id = ?"),
  }
}
