import type { Database } from 'better-sqlite3'
import type { DeliveryState, RecordedState } from '../../../domain/delivery/delivery.ts'
import { GAVE_WAY } from '../../../domain/delivery/alert-queue.ts'
import type { DeliveryId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { AttemptPlan } from '../../../domain/planning/plan-attempt.ts'
import { unconfirmedOutcome } from '../../../domain/receiver-state/after-attempt.ts'
import { usesCurrentState } from '../../../domain/receiver-state/receiver-state.ts'
import { attemptData } from '../../encryption/history-seals.ts'
import type { DeliveryRow } from '../../rows/delivery-row.ts'
import { againOf, type PackedAttempt } from '../../rows/attempt-row.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import type { Notifications } from '../receiver-state/create-notifications.ts'
import type { LeasedDeliveries } from './leased-deliveries.ts'

/** Runs in the transaction of the attempt. */
export type DisableWebhook = (disabled: {
  readonly id: WebhookId
  readonly reason: string
  readonly now: Instant
}) => void

export class FinishedAttempts {
  readonly #sql: ReturnType<typeof prepare>
  readonly #deps: SqliteDeps
  readonly #notifications: Notifications
  readonly #leased: LeasedDeliveries
  readonly #disableWebhook: DisableWebhook

  constructor(
    deps: SqliteDeps,
    notifications: Notifications,
    leased: LeasedDeliveries,
    disableWebhook: DisableWebhook,
  ) {
    this.#sql = prepare(deps.db)
    this.#deps = deps
    this.#notifications = notifications
    this.#leased = leased
    this.#disableWebhook = disableWebhook
  }

  finishAttempts(attempts: readonly PackedAttempt[], now: Instant): readonly (RecordedState | null)[] {
    this.#deps.queues.ready()
    return attempts.map((attempt) => this.#finishOne(attempt, now))
  }

  #finishOne(packed: PackedAttempt, now: Instant): RecordedState | null {
    const { deliveryId, attempt, reason, failure, disableWebhookReason } = packed
    const row = this.#sql.selectLeased.get(deliveryId, attempt)
    if (!row) return null
    const plan = this.#plan(row, packed, now)
    const givesWay = plan === undefined && this.#givesWay(row, packed)
    const superseded = plan?.superseded ?? null
    const state = givesWay ? 'failed' : superseded === null ? packed.state : 'superseded'
    const ended = state !== 'pending'
    const dueAt = ended || packed.dueAt === null ? null : this.#leased.dueAtFor(row.webhook_id, packed.dueAt)
    const why = givesWay ? GAVE_WAY : superseded
    const lastReason = why === null ? reason : `${reason}; ${why}`
    const finishedAt = ended ? now : null
    this.#sql.finish.run(state, dueAt, finishedAt, lastReason, failure, deliveryId)
    this.#leased.returned(row, { state, dueAt })
    if (packed.receiver.kind === 'healthy' && this.#deps.queues.of(row.webhook_id).breaker.failures > 0) {
      this.#notifications.receiverStates.recovered(row.webhook_id)
    }
    this.#deps.queues.noteSignal(row.webhook_id, packed.receiver, { now, reason, deliveryId })
    const { startedAt, outcome, timing } = packed
    const { historySeals } = this.#deps
    const request = historySeals.seal(packed.request, attemptData('request', deliveryId, attempt))
    const response = historySeals.seal(packed.response, attemptData('response', deliveryId, attempt))
    this.#leased.insertAttempt(
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
      this.#disableWebhook({ id: row.webhook_id, reason: disableWebhookReason, now })
    if (plan) this.#notifications.receiverStates.carryOut(plan, now)
    else if (ended) this.#notifications.alertQueue.promoteNext(row, () => now)
    else this.#notifications.alertQueue.yieldToOlder(row, now)
    if (ended && !plan) this.#notifications.receiverStates.leave(row, 'due', now)
    if (state === 'failed') this.#notifications.fallback.add(deliveryId, now)
    if (!ended && packed.isScheduleOver) this.#notifications.fallback.hasten(deliveryId, now)
    return state
  }

  /** Plans what follows an attempt; undefined: its webhook is not in current-state mode. */
  #plan(row: DeliveryRow, packed: PackedAttempt, now: Instant): AttemptPlan | undefined {
    const { sentNotification, state, request } = packed
    const isSent = request !== null
    const webhook = sentNotification || !isSent ? undefined : this.#deps.webhooks.find(row.webhook_id)
    if (!sentNotification && isSent && !(webhook && usesCurrentState(webhook))) return undefined
    const again = againOf(packed)
    if (sentNotification)
      return this.#notifications.receiverStates.plan({ row, sentNotification, next: state, again }, now)
    const unconfirmed = { ...unconfirmedOutcome(state, { isSent }), again }
    return this.#notifications.receiverStates.planUnconfirmed(row, unconfirmed, now)
  }

  /** Tells whether a rejected delivery ends in favour of those that wait after it. */
  #givesWay(row: DeliveryRow, { state, failure }: PackedAttempt): boolean {
    return state === 'pending' && failure === 'rejected' && this.#notifications.alertQueue.hasWaiting(row)
  }
}

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
    // RETURNING costs more: SQLite makes a table for it each time.
    finish: db.prepare<EndValues>(
      `UPDATE deliveries SET state = ?, due_at = ?, finished_at = ?, last_reason = ?, last_failure = ?, lease_until = NULL
     WHERE id = ?`,
    ),
  }
}
