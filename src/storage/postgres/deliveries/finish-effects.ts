import { GAVE_WAY } from '../../../domain/delivery/alert-queue.ts'
import type { Breaker } from '../../../domain/flow/breaker.ts'
import type { RecordedState } from '../../../domain/delivery/delivery.ts'
import type { DeliveryId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { usesCurrentState } from '../../../domain/receiver-state/receiver-state.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import { toBreaker } from '../../rows/flow-row.ts'
import type { PackedAttempt } from '../../rows/attempt-row.ts'
import type { Transaction } from '../connection/database.ts'
import type { Deps } from '../node-memory/deps.ts'
import type { KnownWebhooks } from '../node-memory/webhook-cache.ts'
import { findWaiting, yieldToOlder, promoteNext } from '../queue/alert-queue.ts'
import { END_DELIVERIES } from '../queue/alert-queue-changes.ts'
import { changedBy, noteSignals, type FlowSignal } from '../queue/webhook-flow.ts'
import { endSuccessors } from '../receiver-state/accepted.ts'
import { toFailed, type Failed } from '../receiver-state/escalate.ts'
import { addFallbacks } from '../receiver-state/fallback.ts'
import { notifyFallbacksNow } from '../receiver-state/late.ts'
import { makeDue } from '../receiver-state/state-table.ts'
import { leaveForResync } from '../receiver-state/unsent.ts'
import { disableWebhook } from '../webhooks/webhooks.ts'
import type { WrittenAttempt, WrittenBatch } from './finish-batch.ts'
import type { FinishedRow } from './finish-statement.ts'

export interface Effects {
  /** Deliveries whose receiver states the statement resolved itself. */
  readonly resolved: readonly WrittenAttempt[]
  readonly ended: readonly WrittenAttempt[]
  /** Deliveries that are retried, and stay the heads of their alert queues. */
  readonly kept: readonly WrittenAttempt[]
  readonly failed: readonly Failed[]
  readonly failing: readonly DeliveryId[]
  /** Deliveries that ended without recording what they sent. */
  readonly unsent: readonly WrittenAttempt[]
  readonly signals: readonly FlowSignal[]
  readonly changedIds: readonly WebhookId[]
  /** Webhooks whose receivers accept again, after failures. */
  readonly recovered: readonly WebhookId[]
  readonly disabling: ReadonlyMap<WebhookId, string>
}

interface Finished extends WrittenBatch {
  readonly written: readonly WrittenAttempt[]
  readonly givingWay: ReadonlySet<WrittenAttempt>
  readonly webhooks: ReadonlyMap<WebhookId, Webhook>
  readonly now: Instant
}

export function effectsOf({ rows, plans, written, givingWay, webhooks, now }: Finished): Effects {
  const hasEnded = (one: WrittenAttempt) => one.attempt.state !== 'pending' || givingWay.has(one)
  const byChanges = changesOf(written, plans)
  const ended = byChanges.filter(hasEnded)
  const signals = written.map(signalOf)
  const breakers = breakersIn(rows)
  const changedIds = changedBy(signals, { seen: breakers, now })
  return {
    resolved: written.filter(({ row }) => row.is_resolved),
    ended,
    kept: byChanges.filter((one) => !hasEnded(one)),
    failed: written
      .filter((one) => one.attempt.state === 'failed' || givingWay.has(one))
      .map(({ row }) => toFailed(row)),
    failing: written.filter(({ attempt }) => attempt.isScheduleOver).map(({ row }) => row.id),
    unsent: ended.filter(({ attempt, row }) => isUnsent(attempt.state, webhooks.get(row.webhook_id))),
    signals,
    changedIds,
    recovered: changedIds.length === 0 ? [] : recoveredIn(written, breakers),
    disabling: disablingOf(written),
  }
}

/** Returns the attempts that no receiver state decides about. */
function changesOf(
  written: readonly WrittenAttempt[],
  plans: WrittenBatch['plans'],
): readonly WrittenAttempt[] {
  return written.filter(({ row }) => !row.is_resolved && !plans.has(row.id))
}

/**
 * Writes the effects; the usual ones travel with the commit. Returns whether that may have made something
 * due.
 */
export async function writeEffects(
  transaction: Transaction,
  deps: Deps,
  {
    effects,
    webhooks,
    now,
  }: {
    readonly effects: Effects
    readonly webhooks: KnownWebhooks
    readonly now: Instant
  },
): Promise<boolean> {
  const { resolved, ended, kept, failed, failing, unsent, signals, changedIds, recovered, disabling } =
    effects
  const heads = ended.map(alertQueueOf)
  const followers = resolved.map(alertQueueOf)
  if (kept.length + failed.length + failing.length + changedIds.length + unsent.length === 0) {
    const last = withCommit(transaction)
    const isLast = followers.length === 0
    const [promotedCount] = await Promise.all([
      promoteNext(isLast ? last : transaction, heads, now),
      endSuccessors(last, followers, now),
    ])
    return promotedCount > 0
  }
  await Promise.all([
    promoteNext(transaction, heads, now),
    endSuccessors(transaction, followers, now),
    yieldToOlder(transaction, kept.map(alertQueueOf), now),
    notifyFallbacksNow(transaction, failing, now),
    noteSignals(transaction, signals, { ids: changedIds, now }),
  ])
  await leaveForResync(transaction, unsent.map(alertQueueOf), { webhooks, resync: 'due', now })
  await addFallbacks(transaction, deps, { failed, now, disabledIds: new Set(disabling.keys()) })
  if (changedIds.length > 0) await makeDue(transaction, recovered)
  for (const [id, reason] of disabling) await disableWebhook(transaction, deps, { id, reason, now })
  return true
}

/** Ends rejected deliveries that would be retried, in favour of those that wait after them. */
export async function endGivingWay(
  transaction: Transaction,
  written: readonly WrittenAttempt[],
  { plans, now }: { readonly plans: WrittenBatch['plans']; readonly now: Instant },
): Promise<ReadonlySet<WrittenAttempt>> {
  const rejected = changesOf(written, plans).filter(
    ({ attempt: { state, failure } }) => state === 'pending' && failure === 'rejected',
  )
  const waitingBehind = await findWaiting(transaction, rejected.map(alertQueueOf))
  const giving = rejected.filter(({ row: { id } }) => waitingBehind(id) !== undefined)
  // Each has the reason of its attempt, so each is a statement. They are few.
  for (const { attempt, row } of giving) {
    await transaction.query(END_DELIVERIES, [[row.id], 'failed', now, `${attempt.reason}; ${GAVE_WAY}`])
  }
  return new Set(giving)
}

export function statesOf(
  written: readonly WrittenAttempt[],
  { plans, givingWay }: Pick<Finished, 'plans' | 'givingWay'>,
): ReadonlyMap<PackedAttempt, RecordedState> {
  const stateOf = (one: WrittenAttempt): RecordedState => {
    if (givingWay.has(one)) return 'failed'
    return (plans.get(one.row.id)?.superseded ?? null) === null ? one.attempt.state : 'superseded'
  }
  return new Map(written.map((one) => [one.attempt, stateOf(one)]))
}

/** Tells whether a delivery ended without recording what it sent. */
function isUnsent(state: string, webhook: Webhook | undefined): boolean {
  return state !== 'delivered' || (webhook !== undefined && usesCurrentState(webhook))
}

function recoveredIn(
  written: readonly WrittenAttempt[],
  breakers: ReadonlyMap<WebhookId, Breaker>,
): readonly WebhookId[] {
  const failing = new Set(
    written.flatMap(({ attempt, row }) => (attempt.receiver.kind === 'failing' ? [row.webhook_id] : [])),
  )
  const healthy = written.filter(({ attempt }) => attempt.receiver.kind === 'healthy')
  const ids = new Set(healthy.map(({ row }) => row.webhook_id))
  return [...ids].filter((id) => failing.has(id) || (breakers.get(id)?.failures ?? 0) > 0)
}

function breakersIn(rows: readonly FinishedRow[]): ReadonlyMap<WebhookId, Breaker> {
  return new Map(rows.flatMap((row) => (row.flow_of === null ? [] : [[row.webhook_id, toBreaker(row)]])))
}

/** Returns the reasons to disable webhooks; the first of a webhook counts. */
function disablingOf(written: readonly WrittenAttempt[]): ReadonlyMap<WebhookId, string> {
  const reasons = new Map<WebhookId, string>()
  for (const { attempt, row } of written) {
    const reason = attempt.disableWebhookReason
    if (reason !== undefined && !reasons.has(row.webhook_id)) reasons.set(row.webhook_id, reason)
  }
  return reasons
}

function alertQueueOf({ row }: WrittenAttempt) {
  const { id, webhook_id: webhookId, subject, urgency, queue_urgency: queueUrgency } = row
  return { id, webhookId, subject, urgency, queueUrgency }
}

function signalOf({ attempt: { receiver: signal, reason }, row }: WrittenAttempt): FlowSignal {
  return { webhookId: row.webhook_id, deliveryId: row.id, signal, reason }
}

/** Sends the commit with its next statement, which is the last. */
function withCommit(transaction: Transaction): Transaction {
  return { ...transaction, query: transaction.queryLast }
}
