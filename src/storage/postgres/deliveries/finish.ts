import type { FinishedAttempt } from '../../../domain/delivery/delivery.ts'
import { GAVE_WAY } from '../../../domain/delivery/alert-queue.ts'
import type { Breaker } from '../../../domain/flow/breaker.ts'
import type { DeliveryId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { attemptData, type HistorySeals } from '../../encryption/history-seals.ts'
import { toBreaker } from '../../rows/flow-row.ts'
import { packAttempt, type PackedAttempt } from '../../rows/packed-attempt.ts'
import type { StoreMethods } from '../../store.ts'
import type { Transaction } from '../connection/database.ts'
import { RacedError } from '../connection/faults.ts'
import { addFallbacks, mayFallBack } from '../receiver-state/fallback.ts'
import { toFailed } from '../receiver-state/escalate.ts'
import { findWaiting, letOlderPass, promoteNext } from '../queue/alert-queue.ts'
import { END } from '../queue/alert-queue-changes.ts'
import { lockAlertsOf } from '../receiver-state/alert-locks.ts'
import {
  endNotifications,
  lockSent,
  readBehind,
  readBehindGone,
  resolveNotifications,
  type Sent,
  type NotificationEnd,
  type WrittenEnd,
} from '../receiver-state/attempts.ts'
import { endBehind } from '../receiver-state/accepted.ts'
import { hastenFallbacks } from '../receiver-state/late.ts'
import { leaveForResync } from '../receiver-state/unsent.ts'
import { makeDue } from '../receiver-state/state-table.ts'
import { markSent, type Unconfirmed } from '../receiver-state/unrecorded.ts'
import { unconfirmedOutcome } from '../../../domain/receiver-state/after-attempt.ts'
import { usesCurrentState } from '../../../domain/receiver-state/receiver-state.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import { FINISH, FINISH_HEARD, LEASED_BY, type FinishedRow, type GivenAttempts } from './finish-statement.ts'
import { endOverdue } from './overdue.ts'
import type { Deps } from '../parts/deps.ts'
import { reclaimLeases } from './reclaim.ts'
import { changedBy, noteSignals, type FlowSignal } from '../queue/webhook-flow.ts'
import { disableWebhook } from '../webhooks/webhooks.ts'

export function finishMethods(
  deps: Deps,
): Pick<StoreMethods, 'finishAttempts' | 'reclaimLeases' | 'endOverdue'> {
  return {
    finishAttempts: (attempts, now) => finishAttempts(deps, attempts, now),
    reclaimLeases: (reclaim) => reclaimLeases(deps, reclaim),
    endOverdue: (overdue) => endOverdue(deps, overdue),
  }
}

/** An attempt that was written, with its delivery. */
interface Written {
  readonly attempt: PackedAttempt
  readonly row: FinishedRow
}

async function finishAttempts(
  deps: Deps,
  attempts: readonly FinishedAttempt[],
  now: Instant,
): Promise<readonly boolean[]> {
  if (attempts.length === 0) return []
  const packed = attempts.map(packAttempt)
  const first = firstOfEach(packed)
  const ordered = first.toSorted((one, other) => one.deliveryId - other.deliveryId)
  const values = valuesOf(ordered, deps.historySeals)
  const isDisabling = first.some(({ disableWebhookReason }) => disableWebhookReason !== undefined)
  const written = await deps.database.transaction(
    (transaction) => finish(transaction, deps, { attempts: first, ordered, values, now }),
    { lock: isDisabling ? 'webhooks' : 'shared' },
  )
  const writtenOnes = new Set(written.map(({ attempt }) => attempt))
  deps.fresh.forget()
  for (const attempt of packed) deps.queues.noteEnded(attempt)
  for (const { attempt } of written) deps.queues.noteSignal(attempt.webhookId, attempt.receiver)
  return packed.map((attempt) => writtenOnes.has(attempt))
}

interface Batch {
  readonly attempts: readonly PackedAttempt[]
  /** The attempts in the order of their deliveries. */
  readonly ordered: readonly PackedAttempt[]
  /** The values of these attempts for the statement. */
  readonly values: GivenAttempts
  readonly now: Instant
}

async function finish(transaction: Transaction, deps: Deps, batch: Batch): Promise<readonly Written[]> {
  const { attempts, now } = batch
  const known = deps.webhooks.lastKnown
  await lockForFallbacks(transaction, deps, attempts)
  const { rows, ends } = isAllHeard(attempts, known)
    ? await writeHeard(transaction, deps, { ...batch, known })
    : await writeOthers(transaction, deps, { ...batch, known })
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const written = attempts.flatMap((attempt) => {
    const row = rowOf.get(attempt.deliveryId)
    // Of an earlier attempt of it, whose lease was lost, nothing is written.
    return row?.attempts_made === attempt.attempt ? [{ attempt, row }] : []
  })
  const settled = written.flatMap(({ row }) =>
    row.is_resolved ? [{ webhookId: row.webhook_id, subject: row.subject }] : [],
  )
  const byChanges = written.filter(({ row }) => !row.is_resolved && !ends.has(row.id))
  const givingWay = await endGivingWay(transaction, byChanges, now)
  const hasEnded = (one: Written) => one.attempt.state !== 'pending' || givingWay.has(one)
  const ended = byChanges.filter(hasEnded)
  const kept = byChanges.filter((one) => !hasEnded(one))
  const failed = written
    .filter((one) => one.attempt.state === 'failed' || givingWay.has(one))
    .map(({ row }) => toFailed(row))
  const signals = written.map(signalOf)
  const breakers = breakersIn(rows)
  const changedIds = changedBy(signals, { seen: breakers, now })
  const webhooks = await deps.webhooks.all(transaction)
  refuseUnseen(attempts, { known, webhooks })
  const unsent = ended.filter(({ attempt, row }) => isUntold(attempt, webhooks.get(row.webhook_id)))
  const failing = written.filter(({ attempt }) => attempt.isScheduleOver).map(({ row }) => row.id)
  if (kept.length + failed.length + failing.length + changedIds.length + unsent.length === 0) {
    const last = withCommit(transaction)
    await Promise.all([
      promoteNext(settled.length === 0 ? last : transaction, ended.map(alertQueueOf), now),
      endBehind(last, settled, now),
    ])
    return written
  }
  const disabling = disablingOf(written)
  await Promise.all([
    promoteNext(transaction, ended.map(alertQueueOf), now),
    endBehind(transaction, settled, now),
    letOlderPass(transaction, kept.map(alertQueueOf), now),
    hastenFallbacks(transaction, failing, now),
    noteSignals(transaction, signals, { ids: changedIds, now }),
  ])
  await leaveForResync(transaction, unsent.map(alertQueueOf), { webhooks, resync: 'due', now })
  await addFallbacks(transaction, deps, { failed, now, disabledIds: new Set(disabling.keys()) })
  if (changedIds.length > 0) await makeDue(transaction, recoveredIn(written, breakers))
  for (const [id, reason] of disabling) await disableWebhook(transaction, deps, { id, reason, now })
  return written
}

/** Before any delivery is locked: those that fail may have fallbacks, which then follow their alerts. */
async function lockForFallbacks(
  transaction: Transaction,
  deps: Deps,
  attempts: readonly PackedAttempt[],
): Promise<void> {
  const mayFail = attempts.filter(
    ({ state, failure }) => state === 'failed' || (state === 'pending' && failure === 'rejected'),
  )
  if (mayFail.length === 0) return
  const webhooks = await deps.webhooks.all(transaction)
  const ids = mayFail.filter(({ webhookId }) => mayFallBack(webhooks, webhookId))
  await lockAlertsOf(
    transaction,
    ids.map(({ deliveryId }) => deliveryId),
  )
}

interface WrittenBatch {
  readonly rows: readonly FinishedRow[]
  /** The effects on receiver states that are not resolved yet, by delivery. */
  readonly ends: ReadonlyMap<DeliveryId, NotificationEnd>
}

type KnownBatch = Batch & { readonly known: ReadonlyMap<WebhookId, Webhook> }

/** Tells whether the receiver accepted the attempt, which tells what it sent. */
function isHeard({ sentNotification, state }: PackedAttempt): boolean {
  return sentNotification?.certainty === 'accepted' && state === 'delivered'
}

/**
 * Tells whether the batch is the usual one: every attempt in current-state mode was accepted, and its webhook is in
 * that mode itself.
 */
function isAllHeard(attempts: readonly PackedAttempt[], known: ReadonlyMap<WebhookId, Webhook>): boolean {
  const ofCurrentState = attempts.filter(
    ({ sentNotification, webhookId }) => sentNotification ?? isCurrentStateIn(known, webhookId),
  )
  return (
    ofCurrentState.length > 0 &&
    ofCurrentState.every((one) => isHeard(one) && isCurrentStateIn(known, one.webhookId))
  )
}

/** Writes accepted attempts in one round trip, except those whose receiver state changed since they were claimed. */
async function writeHeard(transaction: Transaction, deps: Deps, batch: KnownBatch): Promise<WrittenBatch> {
  const { attempts, ordered, values, known, now } = batch
  const { rows } = await transaction.query(FINISH_HEARD, [
    ...values,
    now,
    ordered.map(({ sentNotification }) => sentNotification?.episodeState.state ?? null),
    ordered.map(({ sentNotification }) => sentNotification?.episodeState.episodeNumber ?? null),
  ])
  const webhooks = await deps.webhooks.all(transaction)
  const hasLeft = ({ webhookId: id }: PackedAttempt) =>
    isCurrentStateIn(known, id) && !isCurrentStateIn(webhooks, id)
  if (known !== webhooks && attempts.some(hasLeft))
    throw new RacedError('a webhook has left mode current_state')
  const unsettled = new Map(rows.flatMap((row) => (row.is_resolved ? [] : [[row.id, row] as const])))
  const sent = attempts.flatMap(({ deliveryId, attempt, sentNotification, state: next }): readonly Sent[] => {
    const row = unsettled.get(deliveryId)
    return sentNotification && row?.attempts_made === attempt
      ? [{ row: { ...row, ...SENT }, sentNotification, next }]
      : []
  })
  if (sent.length === 0) return { rows, ends: new Map() }
  const behind = await readBehindGone(
    transaction,
    sent.map(({ row }) => row),
  )
  const ends = endNotifications(sent, behind, { webhooks, now })
  await resolveNotifications(transaction, endsOf(attempts, ends), now)
  return { rows, ends }
}

/** An accepted delivery passes nothing of its schedule on. */
const SENT = {
  state: 'sending',
  attempts_uncounted: 0,
  begun_at: null,
  due_at: null,
  last_reason: null,
  last_failure: null,
  fallback_at: null,
} as const

/** Writes the other attempts. Their effects on receiver states are known before, and travel with them. */
async function writeOthers(transaction: Transaction, deps: Deps, batch: KnownBatch): Promise<WrittenBatch> {
  const { attempts, values, now } = batch
  const ends = await findEnds(transaction, deps, batch)
  const [{ rows }] = await Promise.all([
    transaction.query(FINISH, [...values, now]),
    resolveNotifications(transaction, endsOf(attempts, ends), now),
  ])
  return { rows, ends }
}

/** Finds the effects of attempts that tell what they sent, under the locks of everything that the batch will write. */
async function findEnds(
  transaction: Transaction,
  deps: Deps,
  { attempts, values, now, known }: KnownBatch,
): Promise<ReadonlyMap<DeliveryId, NotificationEnd>> {
  // Some webhooks are in current-state mode only since the claim; or nothing was sent.
  const isWanted = ({ sentNotification, webhookId, request }: PackedAttempt) =>
    sentNotification ?? (request === null || isCurrentStateIn(known, webhookId))
  const wanted = attempts.filter(isWanted)
  if (wanted.length === 0) return new Map()
  const [ids, numbers] = values
  const [locked, behind, webhooks] = await Promise.all([
    lockSent(transaction, { ids, numbers, leasedBy: values[LEASED_BY] }),
    readBehind(
      transaction,
      wanted.map(({ deliveryId }) => deliveryId),
    ),
    deps.webhooks.all(transaction),
  ])
  const sent: Sent[] = []
  const unconfirmed: Unconfirmed[] = []
  for (const { deliveryId, attempt, sentNotification, state: next, request } of wanted) {
    const row = locked.get(deliveryId)
    if (row?.attempts_made !== attempt) continue
    if (sentNotification) sent.push({ row, sentNotification, next })
    else unconfirmed.push({ row, ...unconfirmedOutcome(next, { isSent: request !== null }) })
  }
  sent.push(...(await markSent(transaction, unconfirmed, { receiverState: behind.receiverState, webhooks })))
  return endNotifications(sent, behind, { webhooks, now })
}

/** Returns the effects of the written attempts: their deliveries are locked, so nothing can change in between. */
function endsOf(
  attempts: readonly PackedAttempt[],
  ends: ReadonlyMap<DeliveryId, NotificationEnd>,
): readonly WrittenEnd[] {
  return attempts.flatMap(({ deliveryId, attempt, dueAt, isScheduleOver, failure }) => {
    const end = ends.get(deliveryId)
    return end?.row.attempts_made === attempt
      ? [{ end, dueAt, isScheduleOver, isRejected: failure === 'rejected' }]
      : []
  })
}

/** Begins anew if a webhook has come to mode `current_state` since this node last read the webhooks. */
function refuseUnseen(
  attempts: readonly PackedAttempt[],
  maps: Readonly<Record<'known' | 'webhooks', ReadonlyMap<WebhookId, Webhook>>>,
): void {
  const { known, webhooks } = maps
  if (known === webhooks) return
  const isUnseen = ({ webhookId: id }: PackedAttempt) =>
    isCurrentStateIn(webhooks, id) && !isCurrentStateIn(known, id)
  if (attempts.some(isUnseen)) throw new RacedError('a webhook has come to mode current_state')
}

/** Tells whether the attempt does not tell what it sent: the state may be out of sync then. */
function isUntold({ state }: PackedAttempt, webhook: Webhook | undefined): boolean {
  return state !== 'delivered' || (webhook !== undefined && usesCurrentState(webhook))
}

function isCurrentStateIn(webhooks: ReadonlyMap<WebhookId, Webhook>, id: WebhookId): boolean {
  const webhook = webhooks.get(id)
  return webhook !== undefined && usesCurrentState(webhook)
}

/** Their receivers take what they are sent again, after failures. */
function recoveredIn(
  written: readonly Written[],
  breakers: ReadonlyMap<WebhookId, Breaker>,
): readonly WebhookId[] {
  const failing = new Set(
    written.flatMap(({ attempt, row }) => (attempt.receiver.kind === 'failing' ? [row.webhook_id] : [])),
  )
  const healthy = written.filter(({ attempt }) => attempt.receiver.kind === 'healthy')
  const ids = new Set(healthy.map(({ row }) => row.webhook_id))
  return [...ids].filter((id) => failing.has(id) || (breakers.get(id)?.failures ?? 0) > 0)
}

/** Ends rejected deliveries that would be retried, in favour of what waits after them. */
async function endGivingWay(
  transaction: Transaction,
  written: readonly Written[],
  now: Instant,
): Promise<ReadonlySet<Written>> {
  const rejected = written.filter(
    ({ attempt: { state, failure } }) => state === 'pending' && failure === 'rejected',
  )
  const waitingBehind = await findWaiting(transaction, rejected.map(alertQueueOf))
  const giving = rejected.filter(({ row: { id } }) => waitingBehind(id) !== undefined)
  // The reason is that of the attempt, so each ends by itself. They are few.
  for (const { attempt, row } of giving) {
    await transaction.query(END, [[row.id], 'failed', now, `${attempt.reason}; ${GAVE_WAY}`])
  }
  return new Set(giving)
}

/** Its next statement is the last. */
function withCommit(transaction: Transaction): Transaction {
  return { ...transaction, query: transaction.queryLast }
}

/** Keeps the first of several records of the same attempt. */
function firstOfEach(attempts: readonly PackedAttempt[]): readonly PackedAttempt[] {
  const first = new Map<string, PackedAttempt>()
  for (const attempt of attempts) {
    const name = `${attempt.deliveryId} ${attempt.attempt}`
    if (!first.has(name)) first.set(name, attempt)
  }
  return [...first.values()]
}

function valuesOf(attempts: readonly PackedAttempt[], seals: Pick<HistorySeals, 'seal'>): GivenAttempts {
  const sealed = (column: 'request' | 'response', { deliveryId, attempt, [column]: text }: PackedAttempt) =>
    seals.seal(text, attemptData(column, deliveryId, attempt))
  return [
    attempts.map(({ deliveryId }) => deliveryId),
    attempts.map(({ attempt }) => attempt),
    attempts.map(({ state }) => state),
    attempts.map(({ dueAt }) => dueAt),
    attempts.map(({ reason }) => reason),
    attempts.map(({ startedAt }) => startedAt),
    attempts.map(({ outcome }) => outcome),
    attempts.map((attempt) => sealed('request', attempt)),
    attempts.map((attempt) => sealed('response', attempt)),
    attempts.map(({ timing }) => timing),
    attempts.map(({ leasedBy }) => leasedBy),
    attempts.map(({ failure }) => failure),
  ]
}

function alertQueueOf({ row }: Written) {
  const { id, webhook_id: webhookId, subject, urgency, queue_urgency: queueUrgency } = row
  return { id, webhookId, subject, urgency, queueUrgency }
}

function signalOf({ attempt: { receiver: signal, reason }, row }: Written): FlowSignal {
  return { webhookId: row.webhook_id, deliveryId: row.id, signal, reason }
}

function breakersIn(rows: readonly FinishedRow[]): ReadonlyMap<WebhookId, Breaker> {
  return new Map(rows.flatMap((row) => (row.flow_of === null ? [] : [[row.webhook_id, toBreaker(row)]])))
}

/** Returns the reason for which each webhook is disabled; the first one counts. */
function disablingOf(written: readonly Written[]): ReadonlyMap<WebhookId, string> {
  const reasons = new Map<WebhookId, string>()
  for (const { attempt, row } of written) {
    const reason = attempt.disableWebhookReason
    if (reason !== undefined && !reasons.has(row.webhook_id)) reasons.set(row.webhook_id, reason)
  }
  return reasons
}
