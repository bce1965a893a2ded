import type { Database } from 'better-sqlite3'
import type { AttemptPlan } from '../../../domain/planning/plan-attempt.ts'
import type { Former } from '../../../domain/delivery/successor.ts'
import type { DeliveryState } from '../../../domain/delivery/delivery.ts'
import type { Urgency } from '../../../domain/delivery/urgency.ts'
import type { DeliveryId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { toFormer, type DeliveryRow } from '../../rows/delivery-row.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'

/**
 * The alert queue of a webhook in current-state mode: at most one delivery is pending or being sent, and one
 * waits during that. A successor continues the schedule of the one before it (domain/delivery/successor.ts).
 */
export class CurrentStateQueue {
  readonly #sql: ReturnType<typeof prepare>
  readonly #deps: SqliteDeps

  constructor(deps: SqliteDeps) {
    this.#sql = prepare(deps.db)
    this.#deps = deps
  }

  findHead(webhookId: WebhookId, subject: string): DeliveryRow | undefined {
    return this.#sql.selectHead.get(webhookId, subject)
  }

  headOf(webhookId: WebhookId, subject: string): 'pending' | 'sending' | undefined {
    const head = this.findHead(webhookId, subject)
    if (!head) return undefined
    return head.state === 'sending' ? 'sending' : 'pending'
  }

  /** Ends what has not been sent; returns the former head. */
  supersede(webhookId: WebhookId, subject: string, reason: string, now: Instant): Former | undefined {
    const former = this.#sql.selectHead.get(webhookId, subject)
    for (const { id, state } of this.#sql.selectUnsent.all(webhookId, subject)) {
      this.#supersede(id, state, reason, now)
    }
    return former?.state === 'pending' ? toFormer(former) : undefined
  }

  /** Returns the deliveries that wait for this one, which is being sent; newest first. */
  waitingBehind({ webhook_id: webhookId, subject }: DeliveryRow): readonly DeliveryRow[] {
    return this.#sql.selectUnsent.all(webhookId, subject)
  }

  /** Ends waiting deliveries and promotes one, as planned. */
  carryOut({ pair: { webhookId }, ending, promoted }: AttemptPlan, now: Instant): void {
    for (const { id, reason } of ending) this.#supersede(id, 'waiting', reason, now)
    if (promoted === null) return
    const { id, urgency, dueAt, attemptsUncounted, begunAt, fallbackAt: at } = promoted
    const due = this.#deps.webhooks.find(webhookId)?.enabled ? dueAt : null
    this.#sql.promote.run(due, urgency, attemptsUncounted, begunAt, at, id)
    this.#deps.counts.move('waiting', 'pending')
    this.#deps.queues.noteDue(webhookId, due, urgency)
  }

  #supersede(id: DeliveryId, state: DeliveryState, reason: string, now: Instant): void {
    this.#sql.supersede.run(now, reason, id)
    this.#deps.counts.move(state, 'superseded')
  }
}

function prepare(db: Database) {
  // Casts: see queue/alert-queues.ts.
  const alertQueueOf =
    'FROM deliveries WHERE webhook_id = CAST(? AS INTEGER) AND subject = CAST(? AS TEXT) AND finished_at IS NULL'
  return {
    selectHead: db.prepare<[webhookId: WebhookId, subject: string], DeliveryRow>(
      `SELECT * ${alertQueueOf} AND state <> 'waiting' ORDER BY event_id LIMIT 1`,
    ),
    selectUnsent: db.prepare<[webhookId: WebhookId, subject: string], DeliveryRow>(
      `SELECT * ${alertQueueOf} AND state <> 'sending' ORDER BY event_id DESC, id DESC`,
    ),
    supersede: db.prepare<[finishedAt: Instant, reason: string, id: DeliveryId]>(
      `UPDATE deliveries SET state = 'superseded', due_at = NULL, finished_at = ?, last_reason = coalesce(last_reason || '; ', '') || ?
       WHERE id = ?`,
    ),
    promote: db.prepare<
      [
        dueAt: Instant | null,
        queueUrgency: Urgency,
        uncounted: number,
        begunAt: Instant | null,
        fallbackAt: Instant | null,
        id: DeliveryId,
      ]
    >(
      `UPDATE deliveries SET state = 'pending', due_at = ?, queue_urgency = ?, attempts_uncounted = ?, begun_at = ?, fallback_at = ?
       WHERE id = ?`,
    ),
  }
}
