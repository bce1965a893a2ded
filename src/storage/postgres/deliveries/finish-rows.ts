import type { Instant } from '../../../domain/instant.ts'
import { NOTHING_LEFT } from '../../../domain/receiver-state/after-change.ts'
import type { AlertQueue, FormerHead } from '../../changes/queue-rows.ts'
import type { FinishedRow, FinishRows } from '../../changes/delivery-rows.ts'
import { reminderTimes } from '../../../domain/receiver-state/reminder.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import { attemptData } from '../../encryption/history-seals.ts'
import type { PackedAttempt } from '../../rows/attempt-row.ts'
import { toBreaker } from '../../rows/flow-row.ts'
import { runStep } from '../../transactions/transaction-script.ts'
import type { Transaction } from '../connection/database.ts'
import type { Deps } from '../node-memory/deps.ts'
import { promoteNext, SELECT_WAITING } from '../queue/alert-queue.ts'
import { END_SUCCESSORS } from '../receiver-state/accepted.ts'
import { inOrder, LOCK_SENT, SELECT_BEHIND } from '../receiver-state/attempts.ts'
import { byPair, FIND_OF_DELIVERIES } from '../receiver-state/state-table.ts'
import { disableWebhook } from '../webhooks/webhooks.ts'
import { FINISH, FINISH_ACCEPTED, type FinishedFlowRow } from './finish-statement.ts'
import { HASTEN } from './late-rows.ts'

/** `noteWork` is called when something may be due. */
export function finishRows(transaction: Transaction, deps: Deps, noteWork: () => void): FinishRows {
  const seal = (column: 'request' | 'response', { deliveryId, attempt, [column]: text }: PackedAttempt) =>
    deps.historySeals.seal(text, attemptData(column, deliveryId, attempt))
  const sealed = (attempt: PackedAttempt): PackedAttempt => ({
    ...attempt,
    request: seal('request', attempt),
    response: seal('response', attempt),
  })
  return {
    lockLeased: (attempts, wanted) =>
      runStep(async () => {
        const ids = wanted.map(({ deliveryId }) => deliveryId)
        const [rows, states, waiting] = await Promise.all([
          LOCK_SENT.read(transaction, inOrder(attempts)),
          FIND_OF_DELIVERIES.read(transaction, ids),
          SELECT_BEHIND.read(transaction, ids),
        ])
        return { rows: new Map(rows.map((row) => [row.id, row])), states: byPair(states), waiting }
      }),

    finish: (attempts, now) =>
      runStep(async () => {
        const rows = await FINISH.read(transaction, inOrder(attempts).map(sealed), now)
        return rows.map(toFinished)
      }),

    finishAccepted: (attempts, now) =>
      runStep(async () => {
        const sent = inOrder(attempts).map((attempt) => ({
          ...sealed(attempt),
          attempt_state: attempt.sentNotification?.episodeState.state,
          attempt_episode: attempt.sentNotification?.episodeState.episodeNumber,
          reminder_times: reminderTimesOf(deps.webhooks.lastKnown.find(attempt.webhookId), now),
        }))
        const rows = await FINISH_ACCEPTED.read(transaction, sent, now)
        return rows.map(toFinished)
      }),

    awaited: (heads) =>
      runStep(async () => {
        const rows = await SELECT_WAITING.read(transaction, heads)
        return new Set(rows.flatMap(({ id, waiting }) => (waiting === null ? [] : [id])))
      }),

    promoteAfter: (ended, resolved, when) =>
      runStep(async () => {
        if (await promoteAfter(transaction, ended, resolved, when)) noteWork()
      }),

    hasten: (ids, now) => runStep(() => HASTEN.write(transaction, ids, now)),
    disable: (disabled) => runStep(async () => void (await disableWebhook(transaction, deps, disabled))),
  }
}

function reminderTimesOf(webhook: Webhook | undefined, now: Instant): string | undefined {
  const times = reminderTimes(webhook, now)
  return times ? `{${times.join(',')}}` : undefined
}

function toFinished(row: FinishedFlowRow): FinishedRow {
  return row.flow_of === null ? row : { ...row, breaker: toBreaker(row) }
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
    END_SUCCESSORS.write(last, resolved, now, NOTHING_LEFT),
  ])
  return !isLast || promotedCount > 0
}
