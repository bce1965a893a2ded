import type { Database } from 'better-sqlite3'
import type { DeliveryState } from '../../../domain/delivery/delivery.ts'
import type { DeliveryId, EventId, OperationId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { joinLine, letsPass, type LinePlace } from '../../../domain/delivery/line.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import type { DeliveryRow } from '../../rows/delivery-row.ts'
import type { BacklogCounts } from './backlog-counts.ts'
import type { Lanes } from './lanes.ts'
import { PRESENT_EPOCH } from '../connection/epoch.ts'

export interface NewDelivery {
  readonly eventId: EventId
  readonly webhookId: WebhookId
  readonly subject: string
  readonly fallbackOf?: DeliveryId
  readonly fallbackDepth?: number
  readonly operationId?: OperationId
}

interface LineParts {
  readonly lanes: Pick<Lanes, 'noteDue' | 'probeNow'>
  readonly counts: Pick<BacklogCounts, 'add' | 'move'>
  readonly findWebhook: (id: WebhookId) => Webhook | undefined
}

type Place = Pick<DeliveryRow, 'webhook_id' | 'subject' | 'event_id'>

/** The unfinished deliveries of one webhook and subject, kept by the rules of domain/delivery/line.ts. */
export class DeliveryLine {
  readonly #sql: ReturnType<typeof prepare>
  readonly #parts: LineParts

  constructor(db: Database, parts: LineParts) {
    this.#sql = prepare(db)
    this.#parts = parts
  }

  /** A new delivery of an event that is not the newest one, at its place in the line; its id. */
  insert(delivery: NewDelivery, now: Instant): number {
    const { eventId, webhookId, subject, fallbackOf, fallbackDepth, operationId } = delivery
    const { state, dueAt } = this.#join({ webhook_id: webhookId, subject, event_id: eventId }, now)
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
    )
    this.#parts.counts.add(state)
    return Number(lastInsertRowid)
  }

  /** One that has ended begins anew, at the start of its schedule, even if its receiver is paused. */
  restart(row: Place & Pick<DeliveryRow, 'id'>, now: Instant): void {
    const { state, dueAt } = this.#join(row, now)
    this.#sql.restart.run(state, dueAt, row.id)
    this.#parts.counts.add(state)
    this.#parts.lanes.probeNow(row.webhook_id)
  }

  /** Ends one that is waiting or pending. */
  cancel(row: DeliveryRow, reason: string, now: Instant): void {
    this.#sql.cancel.run(now, reason, row.id)
    this.#parts.counts.move(row.state, 'cancelled')
    if (row.state === 'pending') this.promoteNext(row.webhook_id, row.subject, () => now)
  }

  /** The oldest that waits goes next; called when the head has ended. */
  promoteNext(webhookId: WebhookId, subject: string, dueAtOf: (next: DeliveryRow) => Instant): void {
    const next = this.#sql.selectNext.get(webhookId, subject)
    if (next) this.#promote(next, dueAtOf(next))
  }

  /** The head, whose attempt failed, waits in its turn if an older one has come back meanwhile. */
  letOlderPass(
    head: Pick<DeliveryRow, 'webhook_id' | 'subject'> & { readonly id: DeliveryId },
    now: Instant,
  ): void {
    const oldest = this.#sql.selectOldest.get(head.webhook_id, head.subject)
    if (!oldest || !letsPass(head.id, oldest)) return
    this.#demote(head.id)
    this.#promote(oldest, now)
  }

  /** The head of the line that this one waits in. */
  findAhead(row: DeliveryRow): DeliveryRow | undefined {
    return row.state === 'waiting' ? this.#sql.selectHead.get(row.webhook_id, row.subject) : undefined
  }

  #promote({ id, webhook_id: webhookId }: DeliveryRow, at: Instant): void {
    this.#sql.promote.run(this.#dueAtFor(webhookId, at), id)
    this.#parts.counts.move('waiting', 'pending')
  }

  #demote(id: DeliveryId): void {
    this.#sql.demote.run(id)
    this.#parts.counts.move('pending', 'waiting')
  }

  /** While its webhook is disabled, a delivery is held: pending without a due time. */
  #dueAtFor(webhookId: WebhookId, at: Instant): Instant | null {
    const dueAt = this.#parts.findWebhook(webhookId)?.enabled ? at : null
    this.#parts.lanes.noteDue(webhookId, dueAt)
    return dueAt
  }

  #join(
    { webhook_id: webhookId, subject, event_id: eventId }: Place,
    now: Instant,
  ): { readonly state: 'waiting' | 'pending'; readonly dueAt: Instant | null } {
    const joined = joinLine(eventId, toPlace(this.#sql.selectOldest.get(webhookId, subject)), () =>
      toPlace(this.#sql.selectHead.get(webhookId, subject)),
    )
    if (joined.state === 'waiting') return { state: 'waiting', dueAt: null }
    if (joined.demotedId !== null) this.#demote(joined.demotedId)
    return { state: 'pending', dueAt: this.#dueAtFor(webhookId, now) }
  }
}

function toPlace(row: DeliveryRow | undefined): LinePlace | undefined {
  return row && { id: row.id, eventId: row.event_id, state: row.state }
}

/** In the order of the columns. */
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
]

function prepare(db: Database) {
  // The casts: without them SQLite compiles a statement with ORDER BY anew for each new value, ten times what it takes.
  const lineOf =
    'FROM deliveries WHERE webhook_id = CAST(? AS INTEGER) AND subject = CAST(? AS TEXT) AND finished_at IS NULL'
  return {
    selectOldest: db.prepare<[webhookId: WebhookId, subject: string], DeliveryRow>(
      `SELECT * ${lineOf} ORDER BY event_id LIMIT 1`,
    ),
    selectHead: db.prepare<[webhookId: WebhookId, subject: string], DeliveryRow>(
      `SELECT * ${lineOf} AND state <> 'waiting' ORDER BY event_id LIMIT 1`,
    ),
    selectNext: db.prepare<[webhookId: WebhookId, subject: string], DeliveryRow>(
      `SELECT * ${lineOf} AND state = 'waiting' ORDER BY event_id, id LIMIT 1`,
    ),
    insert: db.prepare<NewValues>(
      `INSERT INTO deliveries (event_id, webhook_id, subject, state, due_at, created_at, fallback_of, fallback_depth, operation_id, epoch)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ${PRESENT_EPOCH})`,
    ),
    restart: db.prepare<[state: DeliveryState, dueAt: Instant | null, id: DeliveryId]>(
      'UPDATE deliveries SET state = ?, due_at = ?, finished_at = NULL, attempts_uncounted = attempts_made WHERE id = ?',
    ),
    cancel: db.prepare<[finishedAt: Instant, reason: string, id: DeliveryId]>(
      "UPDATE deliveries SET state = 'cancelled', due_at = NULL, finished_at = ?, last_reason = ? WHERE id = ?",
    ),
    promote: db.prepare<[dueAt: Instant | null, id: DeliveryId]>(
      "UPDATE deliveries SET state = 'pending', due_at = ? WHERE id = ?",
    ),
    demote: db.prepare<[DeliveryId]>("UPDATE deliveries SET state = 'waiting', due_at = NULL WHERE id = ?"),
  }
}
