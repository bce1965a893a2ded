import type { DeliveryId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { AlertQueue, FormerHead } from '../../changes/queue-rows.ts'
import type { FinishedRow, FinishRows } from '../../changes/delivery-rows.ts'
import { attemptData, type HistorySeals } from '../../encryption/history-seals.ts'
import type { PackedAttempt } from '../../rows/attempt-row.ts'
import { toBreaker } from '../../rows/flow-row.ts'
import { runStep } from '../../transactions/transaction-script.ts'
import type { Transaction } from '../connection/database.ts'
import type { Deps } from '../node-memory/deps.ts'
import { findWaiting, promoteNext } from '../queue/alert-queue.ts'
import { endSuccessors } from '../receiver-state/accepted.ts'
import { lockSent, readBehind } from '../receiver-state/attempts.ts'
import { disableWebhook } from '../webhooks/webhooks.ts'
import { FINISH, FINISH_ACCEPTED, type FinishedFlowRow, type GivenAttempts } from './finish-statement.ts'
import { hasten } from './late-rows.ts'

/** `noteWork` is called when something may be due. */
export function finishRows(transaction: Transaction, deps: Deps, noteWork: () => void): FinishRows {
  return {
    lockLeased: (attempts, wanted) =>
      runStep(async () => {
        const ids = wanted.map(({ deliveryId }) => deliveryId)
        const [rows, behind] = await Promise.all([
          lockSent(transaction, inOrder(attempts)),
          readBehind(transaction, ids),
        ])
        return { rows, ...behind }
      }),

    finish: (attempts, now) =>
      runStep(async () => {
        const values = valuesOf(inOrder(attempts), deps.historySeals)
        return (await transaction.query(FINISH, [...values, now])).rows.map(toFinished)
      }),

    finishAccepted: (attempts, now) =>
      runStep(async () => {
        const ordered = inOrder(attempts)
        const { rows } = await transaction.query(FINISH_ACCEPTED, [
          ...valuesOf(ordered, deps.historySeals),
          now,
          ordered.map(({ sentNotification }) => sentNotification?.episodeState.state ?? null),
          ordered.map(({ sentNotification }) => sentNotification?.episodeState.episodeNumber ?? null),
        ])
        return rows.map(toFinished)
      }),

    awaited: (heads) => runStep(() => findAwaited(transaction, heads)),

    promoteAfter: (ended, resolved, when) =>
      runStep(async () => {
        if (await promoteAfter(transaction, ended, resolved, when)) noteWork()
      }),

    hasten: (ids, now) => runStep(() => hasten(transaction, ids, now)),
    disable: (disabled) => runStep(async () => void (await disableWebhook(transaction, deps, disabled))),
  }
}

/** In the order of ids, against deadlocks. */
function inOrder(attempts: readonly PackedAttempt[]): readonly PackedAttempt[] {
  return attempts.toSorted((one, other) => one.deliveryId - other.deliveryId)
}

function toFinished(row: FinishedFlowRow): FinishedRow {
  return row.flow_of === null ? row : { ...row, breaker: toBreaker(row) }
}

async function findAwaited(
  transaction: Transaction,
  heads: readonly (AlertQueue & { readonly id: DeliveryId })[],
): Promise<ReadonlySet<DeliveryId>> {
  const waitingBehind = await findWaiting(transaction, heads)
  return new Set(heads.flatMap(({ id }) => (waitingBehind(id) === undefined ? [] : [id])))
}

/** Returns whether that may have made something due. */
async function promoteAfter(
  transaction: Transaction,
  ended: readonly FormerHead[],
  resolved: readonly AlertQueue[],
  { now, isLast }: { readonly now: Instant; readonly isLast: boolean },
): Promise<boolean> {
  // The commit travels with the last statement.
  const last = isLast ? { ...transaction, query: transaction.queryLast } : transaction
  const [promotedCount] = await Promise.all([
    promoteNext(resolved.length === 0 ? last : transaction, ended, now),
    endSuccessors(last, resolved, now),
  ])
  return !isLast || promotedCount > 0
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
