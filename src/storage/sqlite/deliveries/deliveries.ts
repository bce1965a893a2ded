import type { Database } from 'better-sqlite3'
import { CLOCKS_APART_MS_MAX } from '../../../domain/clock-steps.ts'
import type { Delivery, DeliveryState, LeaseHeld } from '../../../domain/delivery/delivery.ts'
import {
  CANCELLED_BY_HAND,
  refuseCancelling,
  refuseOldNotification,
  refuseRetrying,
  requireDelivery,
} from '../../../domain/delivery/delivery-refusals.ts'
import { GAVE_WAY } from '../../../domain/delivery/alert-queue.ts'
import type { AttemptPlan } from '../../../domain/planning/plan-attempt.ts'
import { againAt } from '../../../domain/delivery/successor.ts'
import { URGENCIES, type Urgency } from '../../../domain/delivery/urgency.ts'
import { findOverdue } from '../../../domain/flow/overdue.ts'
import type { DeliveryId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import { TIMEOUT_MS_MAX } from '../../../domain/webhook/webhook-limits.ts'
import { attemptData, type HistorySeals } from '../../encryption/history-seals.ts'
import type { StoreMethods } from '../../store.ts'
import { alertOfSubject } from '../../rows/alert-of-subject.ts'
import { toDelivery, type DeliveryRow } from '../../rows/delivery-row.ts'
import type { BacklogCounts } from '../queue/backlog-counts.ts'
import type { AlertQueues } from '../queue/alert-queues.ts'
import { clampMethods } from './clamp-due-times.ts'
import type { WebhookQueues } from '../queue/webhook-queues.ts'
import { unconfirmedOutcome } from '../../../domain/receiver-state/after-attempt.ts'
import { usesCurrentState } from '../../../domain/receiver-state/receiver-state.ts'
import type { ReceiverStates } from '../receiver-state/receiver-states.ts'
import type { CatchUp } from '../catch-up/catch-up.ts'
import { againOf, type PackedAttempt } from '../../rows/packed-attempt.ts'
import type { SyncMethods } from '../connection/methods.ts'

interface DeliveryDeps {
  readonly queues: WebhookQueues
  readonly counts: Pick<BacklogCounts, 'move'>
  readonly catchUp: Pick<CatchUp, 'see'>
  readonly findWebhook: (id: WebhookId) => Webhook | undefined
  readonly historySeals: Pick<HistorySeals, 'seal'>
  readonly disableWebhook: (id: WebhookId, reason: string, now: Instant) => void
  readonly alertQueue: AlertQueues
  readonly receiverStates: ReceiverStates
  /** Called for each delivery that has just ended as failed. */
  readonly addFallback: (failedId: DeliveryId, now: Instant) => void
  /** Called once for each delivery that is retried although its retry schedule is used up. */
  readonly hastenFallback: (id: DeliveryId, now: Instant) => void
}

type ReclaimRequest = Parameters<StoreMethods['reclaimLeases']>[0]
type OverdueRequest = Parameters<StoreMethods['endOverdue']>[0]

const LOST_LEASE = 'the attempt was cut off: its worker stopped before the response was recorded'

/** Writes the outcomes of claimed deliveries, and what an operator does to one. */
export class DeliveryTable {
  readonly #sql: ReturnType<typeof prepare>
  readonly #deps: DeliveryDeps
  readonly #clamp: ReturnType<typeof clampMethods>

  constructor(db: Database, deps: DeliveryDeps) {
    this.#sql = prepare(db)
    this.#deps = deps
    this.#clamp = clampMethods(db, deps)
  }

  /** Returns the methods that have no entry in the audit log. */
  methods() {
    return {
      finishAttempts: (attempts, now) => this.finishAttempts(attempts, now),
      releaseClaims: (claims, now) => this.releaseClaims(claims, now),
      reclaimLeases: (reclaim) => this.reclaimLeases(reclaim),
      ...this.#clamp,
      endOverdue: (overdue) => this.endOverdue(overdue),
      findDelivery: (id) => this.findDelivery(id),
      findDeliveryAhead: (id) => this.findDeliveryAhead(id),
    } satisfies Partial<SyncMethods>
  }

  finishAttempts(attempts: readonly PackedAttempt[], now: Instant): readonly boolean[] {
    this.#deps.queues.ready()
    return attempts.map((attempt) => this.#finishOne(attempt, now))
  }

  releaseClaims(claims: readonly LeaseHeld[], now: Instant): void {
    this.#deps.queues.ready()
    for (const { deliveryId, attempt } of claims) {
      const row = this.#sql.selectOne.get(deliveryId)
      if (row?.state !== 'sending' || row.attempts_made !== attempt) continue
      const dueAt = this.#dueAtFor(row.webhook_id, now)
      const given = { ...row, attempts_made: attempt - 1 }
      const plan = this.#deps.receiverStates.planUnconfirmed(
        given,
        { certainty: 'not_notified', next: 'pending', again: againAt(now) },
        now,
      )
      this.#sql.release.run(dueAt, deliveryId, attempt)
      this.#returned(row, { state: 'pending', dueAt })
      if (plan) this.#giveWay(row.id, plan, { reason: row.last_reason, now })
    }
  }

  reclaimLeases({ leasedBefore, now, limit, lease, goneNodes = [] }: ReclaimRequest): number {
    this.#deps.queues.ready()
    if (lease) {
      const { timeoutMs, marginMs } = lease
      this.#sql.cutLeases.run({
        marginUntil: now + marginMs,
        timeoutMs,
        timeoutMsMax: TIMEOUT_MS_MAX,
        changedFrom: now - TIMEOUT_MS_MAX - marginMs,
        changedUntil: now + CLOCKS_APART_MS_MAX,
        slackMs: CLOCKS_APART_MS_MAX,
      })
    }
    const lost =
      goneNodes.length === 0
        ? this.#sql.selectLost.all(leasedBefore, limit)
        : this.#sql.selectLostOrGone.all(leasedBefore, JSON.stringify(goneNodes), limit)
    for (const row of lost) {
      const dueAt = this.#dueAtFor(row.webhook_id, now)
      const lost = { ...row, attempts_uncounted: row.attempts_uncounted + 1 }
      const plan = this.#deps.receiverStates.planUnconfirmed(
        lost,
        { certainty: 'possible', next: 'pending', again: againAt(now) },
        now,
      )
      this.#sql.reclaim.run(dueAt, LOST_LEASE, row.id)
      this.#returned(row, { state: 'pending', dueAt })
      if (plan) this.#giveWay(row.id, plan, { reason: LOST_LEASE, now })
      this.#sql.insertAttempt.run(
        row.id,
        row.attempts_made,
        Math.min(row.lease_until ?? now, now),
        'retry',
        LOST_LEASE,
        null,
        null,
        null,
        null,
      )
    }
    return lost.length
  }

  endOverdue(request: OverdueRequest): number {
    const { now, limit } = request
    let count = 0
    for (const { webhookId, breaker } of this.#deps.queues.all()) {
      const webhook = this.#deps.findWebhook(webhookId)
      // What tells the present does not grow old.
      const overdue =
        webhook?.enabled && !usesCurrentState(webhook) ? findOverdue(webhook, breaker, request) : undefined
      if (!overdue) continue
      const { dueBefore, reason } = overdue
      // Each one that ends may let the next of its subject take its place, as old as that one is.
      for (let row; count < limit && (row = this.#findOverdue(webhookId, dueBefore)); count += 1) {
        this.#sql.fail.run(now, reason, row.id)
        this.#deps.counts.move('pending', 'failed')
        this.#deps.alertQueue.promoteNext(row, (next) => Math.min(next.created_at, now))
        this.#deps.addFallback(row.id, now)
        this.#deps.receiverStates.leave(row, 'later', now)
      }
    }
    return count
  }

  #findOverdue(webhookId: WebhookId, dueBefore: Instant): DeliveryRow | undefined {
    for (const urgency of URGENCIES) {
      const row = this.#sql.selectOverdue.get(webhookId, urgency, dueBefore)
      if (row) return row
    }
    return undefined
  }

  retryDelivery(id: DeliveryId, now: Instant): Delivery {
    const row = this.#require(id)
    const webhook = this.#deps.findWebhook(row.webhook_id)
    refuseRetrying({ id, state: row.state, webhookId: row.webhook_id }, webhook)
    refuseOldNotification(id, this.#deps.receiverStates.whyNotRetried(row))
    this.#deps.receiverStates.retried(row)
    this.#deps.alertQueue.restart(row, now)
    this.#deps.queues.sendFirst(row.webhook_id, id)
    return toDelivery(this.#require(id))
  }

  cancelDelivery(id: DeliveryId, now: Instant): Delivery {
    const row = this.#require(id)
    refuseCancelling(row)
    this.#deps.alertQueue.cancel(row, CANCELLED_BY_HAND, now)
    this.#deps.receiverStates.leave(row, 'later', now)
    return toDelivery(this.#require(id))
  }

  findDelivery(id: DeliveryId): Delivery | undefined {
    const row = this.#see(id)
    return row && toDelivery(row)
  }

  findDeliveryAhead(id: DeliveryId): Delivery | undefined {
    const row = this.#see(id)
    const ahead = row && this.#deps.alertQueue.findAhead(row)
    return ahead && toDelivery(this.#deps.catchUp.see(ahead))
  }

  /** Holds deliveries of a disabled webhook: pending without a due time. */
  #dueAtFor(webhookId: WebhookId, at: Instant): Instant | null {
    return this.#deps.findWebhook(webhookId)?.enabled ? at : null
  }

  /** Writes that a delivery that was being sent is pending again, or has ended. */
  #returned(
    { webhook_id: webhookId, queue_urgency: queueUrgency }: Pick<DeliveryRow, 'webhook_id' | 'queue_urgency'>,
    { state, dueAt }: { readonly state: DeliveryState; readonly dueAt: Instant | null },
  ): void {
    this.#deps.counts.move('sending', state)
    this.#deps.queues.of(webhookId).inFlight -= 1
    this.#deps.queues.noteDue(webhookId, dueAt, queueUrgency)
  }

  #finishOne(packed: PackedAttempt, now: Instant): boolean {
    const { deliveryId, attempt, reason, failure, disableWebhookReason } = packed
    const row = this.#sql.selectLeased.get(deliveryId, attempt)
    if (!row) return false
    const plan = this.#plan(row, packed, now)
    const givesWay = plan === undefined && this.#givesWay(row, packed)
    const superseded = plan?.superseded ?? null
    const state = givesWay ? 'failed' : superseded === null ? packed.state : 'superseded'
    const ended = state !== 'pending'
    const dueAt = ended || packed.dueAt === null ? null : this.#dueAtFor(row.webhook_id, packed.dueAt)
    const why = givesWay ? GAVE_WAY : superseded
    const lastReason = why === null ? reason : `${reason}; ${why}`
    const finishedAt = ended ? now : null
    this.#sql.finish.run(state, dueAt, finishedAt, lastReason, failure, deliveryId)
    this.#returned(row, { state, dueAt })
    if (packed.receiver.kind === 'healthy' && this.#deps.queues.of(row.webhook_id).breaker.failures > 0) {
      this.#deps.receiverStates.recovered(row.webhook_id)
    }
    this.#deps.queues.noteSignal(row.webhook_id, packed.receiver, { now, reason, deliveryId })
    const { startedAt, outcome, timing } = packed
    const { historySeals } = this.#deps
    const request = historySeals.seal(packed.request, attemptData('request', deliveryId, attempt))
    const response = historySeals.seal(packed.response, attemptData('response', deliveryId, attempt))
    this.#sql.insertAttempt.run(
      deliveryId,
      attempt,
      startedAt,
      outcome,
      reason,
      failure,
      request,
      response,
      timing,
    )
    if (disableWebhookReason !== undefined)
      this.#deps.disableWebhook(row.webhook_id, disableWebhookReason, now)
    if (plan) this.#deps.receiverStates.carryOut(plan, now)
    else if (ended) this.#deps.alertQueue.promoteNext(row, () => now)
    else this.#deps.alertQueue.letOlderPass(row, now)
    if (ended && !plan) this.#deps.receiverStates.leave(row, 'due', now)
    if (state === 'failed') this.#deps.addFallback(deliveryId, now)
    if (!ended && packed.isScheduleOver) this.#deps.hastenFallback(deliveryId, now)
    return true
  }

  /** Lets a delivery that is pending again give way to a newer one, or end if nothing is left to send. */
  #giveWay(
    id: DeliveryId,
    plan: AttemptPlan,
    { reason, now }: { readonly reason: string | null; readonly now: Instant },
  ): void {
    const { superseded } = plan
    if (superseded !== null) {
      this.#sql.supersede.run(now, reason === null ? superseded : `${reason}; ${superseded}`, id)
      this.#deps.counts.move('pending', 'superseded')
    }
    this.#deps.receiverStates.carryOut(plan, now)
  }

  /** Plans what follows an attempt. Undefined: its webhook is not in current-state mode. */
  #plan(row: DeliveryRow, packed: PackedAttempt, now: Instant): AttemptPlan | undefined {
    const { sentNotification, state, request } = packed
    const isSent = request !== null
    const webhook = sentNotification || !isSent ? undefined : this.#deps.findWebhook(row.webhook_id)
    if (!sentNotification && isSent && !(webhook && usesCurrentState(webhook))) return undefined
    const again = againOf(packed)
    if (sentNotification)
      return this.#deps.receiverStates.plan({ row, sentNotification, next: state, again }, now)
    const unconfirmed = { ...unconfirmedOutcome(state, { isSent }), again }
    return this.#deps.receiverStates.planUnconfirmed(row, unconfirmed, now)
  }

  /** Tells whether a rejected delivery ends in favour of those that wait after it. */
  #givesWay(row: DeliveryRow, { state, failure }: PackedAttempt): boolean {
    return state === 'pending' && failure === 'rejected' && this.#deps.alertQueue.hasWaiting(row)
  }

  #see(id: DeliveryId): DeliveryRow | undefined {
    const row = this.#sql.selectOne.get(id)
    return row && this.#deps.catchUp.see(row)
  }

  #require(id: DeliveryId): DeliveryRow {
    return requireDelivery(this.#see(id), id)
  }
}

/** The values of an attempt, in the order of the columns. */
type AttemptValues = [
  deliveryId: DeliveryId,
  number: number,
  startedAt: Instant,
  outcome: string,
  reason: string,
  failure: string | null,
  request: string | null,
  response: string | null,
  timing: string | null,
]

/** Limits that no lease can exceed, see `cutLeases`. */
interface LeaseBounds {
  readonly marginUntil: Instant
  readonly timeoutMs: number
  readonly timeoutMsMax: number
  readonly changedFrom: number
  readonly changedUntil: Instant
  readonly slackMs: number
}

/** The values of an ended delivery, in the order of the columns. */
type EndValues = [
  state: DeliveryState,
  dueAt: Instant | null,
  finishedAt: Instant | null,
  reason: string,
  failure: string | null,
  id: DeliveryId,
]

function prepare(db: Database) {
  return {
    selectLeased: db.prepare<[id: DeliveryId, attempt: number], DeliveryRow>(
      "SELECT * FROM deliveries WHERE id = ? AND state = 'sending' AND attempts_made = ?",
    ),
    // RETURNING would cost more than reading the row before: SQLite makes a table for it each time.
    finish: db.prepare<EndValues>(
      `UPDATE deliveries SET state = ?, due_at = ?, finished_at = ?, last_reason = ?, last_failure = ?, lease_until = NULL
     WHERE id = ?`,
    ),
    insertAttempt: db.prepare<AttemptValues>(
      `INSERT INTO attempts (delivery_id, number, started_at, outcome, reason, failure, request, response, timing)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    release: db.prepare<[dueAt: Instant | null, id: DeliveryId, attempt: number]>(
      `UPDATE deliveries SET state = 'pending', attempts_made = attempts_made - 1, due_at = ?, lease_until = NULL
     WHERE id = ? AND state = 'sending' AND attempts_made = ?`,
    ),
    // The casts save compiling anew for each value, see alert-queues.ts.
    selectLost: db.prepare<[leasedBefore: Instant, limit: number], DeliveryRow>(
      `SELECT * FROM deliveries WHERE state = 'sending' AND lease_until < CAST(? AS INTEGER)
       ORDER BY lease_until LIMIT CAST(? AS INTEGER)`,
    ),
    selectLostOrGone: db.prepare<[leasedBefore: Instant, nodes: string, limit: number], DeliveryRow>(
      `SELECT * FROM deliveries WHERE state = 'sending' AND (lease_until < CAST(? AS INTEGER) OR leased_by IN (SELECT value FROM json_each(?)))
       ORDER BY lease_until LIMIT CAST(? AS INTEGER)`,
    ),
    // A request under way has the time limit of its webhook, unless that may have been another lately. A change in the
    // future says nothing of it: the clock was set back since.
    cutLeases: db.prepare<LeaseBounds>(
      `UPDATE deliveries SET lease_until = @marginUntil + timeout_ms FROM (
         SELECT deliveries.id AS leased_id,
           CASE WHEN webhooks.updated_at BETWEEN @changedFrom AND @changedUntil
             THEN @timeoutMsMax ELSE coalesce(webhooks.timeout_ms, @timeoutMs) END AS timeout_ms
         FROM deliveries INDEXED BY deliveries_leased LEFT JOIN webhooks ON webhooks.id = deliveries.webhook_id
         WHERE deliveries.state = 'sending' AND deliveries.lease_until > @marginUntil + @slackMs
       ) WHERE id = leased_id AND lease_until > @marginUntil + @slackMs + timeout_ms`,
    ),
    reclaim: db.prepare<[dueAt: Instant | null, reason: string, id: DeliveryId]>(
      "UPDATE deliveries SET state = 'pending', attempts_uncounted = attempts_uncounted + 1, due_at = ?, lease_until = NULL, last_reason = ?, last_failure = NULL WHERE id = ?",
    ),
    selectOverdue: db.prepare<[webhookId: WebhookId, urgency: Urgency, dueBefore: Instant], DeliveryRow>(
      // Nor does what a fallback follows.
      `SELECT * FROM deliveries WHERE webhook_id = ? AND state = 'pending' AND queue_urgency = ? AND due_at < ?
         AND NOT EXISTS (SELECT 1 FROM receiver_states WHERE receiver_states.alert_id = ${alertOfSubject('subject')}
           AND receiver_states.webhook_id = deliveries.webhook_id)
       ORDER BY due_at, id LIMIT 1`,
    ),
    supersede: db.prepare<[finishedAt: Instant, reason: string, id: DeliveryId]>(
      "UPDATE deliveries SET state = 'superseded', due_at = NULL, finished_at = ?, last_reason = ? WHERE id = ?",
    ),
    fail: db.prepare<[finishedAt: Instant, reason: string, id: DeliveryId]>(
      "UPDATE deliveries SET state = 'failed', due_at = NULL, finished_at = ?, last_reason = ? WHERE id = ?",
    ),
    selectOne: db.prepare<[DeliveryId], DeliveryRow>('SELECT * FROM deliveries WHERE id = ?'),
  }
}
