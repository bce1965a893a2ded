import type { Database } from 'better-sqlite3'
import { NOTHING_LEFT, SAYS_LESS } from '../../../domain/telling/after-change.ts'
import { takenOver, takenOverBy, type Former } from '../../../domain/delivery/successor.ts'
import { fallbackAt } from '../../../domain/routing/fallback.ts'
import type { DeliveryState } from '../../../domain/delivery/delivery.ts'
import type { Urgency } from '../../../domain/delivery/urgency.ts'
import type { DeliveryId, EventId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import type { DeliveryRow } from '../../rows/delivery-row.ts'
import { PRESENT_EPOCH } from '../connection/epoch.ts'
import type { BacklogCounts } from '../queue/backlog-counts.ts'
import type { Lanes } from '../queue/lanes.ts'

interface LineParts {
  readonly lanes: Pick<Lanes, 'noteDue'>
  readonly counts: Pick<BacklogCounts, 'add' | 'move'>
  readonly findWebhook: (id: WebhookId) => Webhook | undefined
}

export interface NewTelling {
  readonly eventId: EventId
  readonly webhook: Webhook
  readonly subject: string
  readonly urgency: Urgency
  readonly owedSince: Instant
}

/**
 * The line of an alert to a webhook that is kept at the present: at most one that is pending or being sent, and one behind
 * it while that is on its way. A successor goes on where the one before it was (domain/delivery/successor.ts).
 */
export class PresentLine {
  readonly #sql: ReturnType<typeof prepare>
  readonly #parts: LineParts

  constructor(db: Database, parts: LineParts) {
    this.#sql = prepare(db)
    this.#parts = parts
  }

  headOf(webhookId: WebhookId, subject: string): DeliveryState | undefined {
    return this.#sql.selectHead.get(webhookId, subject)?.state
  }

  /** Ends all that have not been sent; answers the one that was at the head. */
  supersede(webhookId: WebhookId, subject: string, reason: string, now: Instant): Former | undefined {
    const former = this.#sql.selectHead.get(webhookId, subject)
    for (const { id, state } of this.#sql.selectUnsent.all(webhookId, subject)) {
      this.#supersede(id, state, reason, now)
    }
    return former?.state === 'pending' ? formerOf(former) : undefined
  }

  add(
    { eventId, webhook, subject, urgency, owedSince }: NewTelling,
    former: Former | undefined,
    { state, now }: { readonly state: 'pending' | 'waiting'; readonly now: Instant },
  ): void {
    const { dueAt, begunAt, attemptsUncounted } = takenOver(former, urgency, now)
    const fallsBackAt = former ? former.fallbackAt : fallbackAt(webhook, owedSince)
    const due = state === 'pending' && webhook.enabled ? dueAt : null
    this.#sql.insert.run(
      eventId,
      webhook.id,
      subject,
      state,
      state === 'waiting' ? now : due,
      now,
      urgency,
      urgency,
      attemptsUncounted,
      begunAt,
      fallsBackAt,
    )
    this.#parts.counts.add(state)
    this.#parts.lanes.noteDue(webhook.id, due, urgency)
  }

  /** Whether one waits behind this one, which is being sent. */
  hasWaiting({ webhook_id: webhookId, subject }: DeliveryRow): boolean {
    return this.#sql.selectUnsent.get(webhookId, subject) !== undefined
  }

  /** Of several that wait behind one that has been sent, which an older mode has left, all but the newest end. */
  endAllButNewest({ webhook_id: webhookId, subject, id: headId }: DeliveryRow, now: Instant): void {
    const waiting = this.#sql.selectUnsent.all(webhookId, subject).filter(({ id }) => id !== headId)
    for (const { id, state } of waiting.slice(1)) this.#supersede(id, state, SAYS_LESS, now)
  }

  supersedeNewer({ webhook_id: webhookId, subject }: DeliveryRow, now: Instant): void {
    for (const { id, state } of this.#sql.selectUnsent.all(webhookId, subject)) {
      this.#supersede(id, state, NOTHING_LEFT, now)
    }
  }

  /** `before`: the one that was sent ends without having been accepted, and would have been tried again then. */
  promoteNewer(sent: DeliveryRow, before: { readonly dueAt: Instant } | undefined, now: Instant): void {
    const { webhook_id: webhookId, subject } = sent
    const newer = this.#sql.selectUnsent.get(webhookId, subject)
    if (!newer) return
    const former = before && { ...formerOf(sent), dueAt: before.dueAt }
    const own = { ...formerOf(newer), urgency: newer.urgency }
    const { dueAt, begunAt, attemptsUncounted } = takenOverBy(former, own, now)
    const due = this.#parts.findWebhook(webhookId)?.enabled ? dueAt : null
    const fallsBackAt = former ? former.fallbackAt : newer.fallback_at
    this.#sql.promote.run(due, newer.urgency, attemptsUncounted, begunAt, fallsBackAt, newer.id)
    this.#parts.counts.move('waiting', 'pending')
    this.#parts.lanes.noteDue(webhookId, due, newer.urgency)
  }

  #supersede(id: DeliveryId, state: DeliveryState, reason: string, now: Instant): void {
    this.#sql.supersede.run(now, reason, id)
    this.#parts.counts.move(state, 'superseded')
  }
}

function formerOf(row: DeliveryRow): Former {
  return {
    attemptsMade: row.attempts_made,
    attemptsUncounted: row.attempts_uncounted,
    begunAt: row.begun_at,
    dueAt: row.due_at,
    lineUrgency: row.line_urgency,
    fallbackAt: row.fallback_at,
  }
}

type Values = [
  eventId: EventId,
  webhookId: WebhookId,
  subject: string,
  state: DeliveryState,
  dueAt: Instant | null,
  createdAt: Instant,
  urgency: Urgency,
  lineUrgency: Urgency,
  attemptsUncounted: number,
  begunAt: Instant | null,
  fallbackAt: Instant | null,
]

function prepare(db: Database) {
  // The casts save compiling anew for each value, see queue/delivery-line.ts.
  const lineOf =
    'FROM deliveries WHERE webhook_id = CAST(? AS INTEGER) AND subject = CAST(? AS TEXT) AND finished_at IS NULL'
  return {
    selectHead: db.prepare<[webhookId: WebhookId, subject: string], DeliveryRow>(
      `SELECT * ${lineOf} AND state <> 'waiting' ORDER BY event_id LIMIT 1`,
    ),
    selectUnsent: db.prepare<[webhookId: WebhookId, subject: string], DeliveryRow>(
      `SELECT * ${lineOf} AND state <> 'sending' ORDER BY event_id DESC, id DESC`,
    ),
    supersede: db.prepare<[finishedAt: Instant, reason: string, id: DeliveryId]>(
      `UPDATE deliveries SET state = 'superseded', due_at = NULL, finished_at = ?, last_reason = coalesce(last_reason || '; ', '') || ?
       WHERE id = ?`,
    ),
    insert: db.prepare<Values>(
      `INSERT INTO deliveries (event_id, webhook_id, subject, state, due_at, created_at, urgency, line_urgency,
         attempts_uncounted, begun_at, fallback_at, epoch)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${PRESENT_EPOCH})`,
    ),
    promote: db.prepare<
      [
        dueAt: Instant | null,
        lineUrgency: Urgency,
        uncounted: number,
        begunAt: Instant | null,
        fallbackAt: Instant | null,
        id: DeliveryId,
      ]
    >(
      `UPDATE deliveries SET state = 'pending', due_at = ?, line_urgency = ?, attempts_uncounted = ?, begun_at = ?, fallback_at = ?
       WHERE id = ?`,
    ),
  }
}
