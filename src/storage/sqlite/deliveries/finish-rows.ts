import type { Database } from 'better-sqlite3'
import type { DeliveryState } from '../../../domain/delivery/delivery.ts'
import type { DeliveryId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { FinishedRow, FinishRows } from '../../changes/delivery-rows.ts'
import type { QueueMoves, QueueReads } from '../../changes/queue-rows.ts'
import type { StateRows } from '../../changes/state-rows.ts'
import { pairOf } from '../../changes/receiver-states.ts'
import { attemptData } from '../../encryption/history-seals.ts'
import type { PackedAttempt } from '../../rows/attempt-row.ts'
import type { DeliveryRow } from '../../rows/delivery-row.ts'
import { runStep, together } from '../../transactions/transaction-script.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import { IN_ALERT_QUEUE, type InQueue } from '../queue/queue-reads.ts'
import type { LeasedDeliveries } from './leased-deliveries.ts'

type Parts = Pick<QueueReads, 'waiting'> &
  Pick<StateRows, 'states'> &
  Pick<QueueMoves, 'promoteNext'> &
  Pick<FinishRows, 'disable'>

/** There is no statement for accepted attempts, which cost no more one by one. */
export function finishRows(
  { db, queues, historySeals }: SqliteDeps,
  leased: LeasedDeliveries,
  { states, waiting, promoteNext, disable }: Parts,
): FinishRows {
  const sql = prepare(db)

  function finishOne(packed: PackedAttempt, row: DeliveryRow, now: Instant): FinishedRow {
    const { deliveryId, attempt, state, reason, failure, startedAt, outcome, timing } = packed
    const dueAt = leased.returned(row, state, packed.dueAt)
    sql.finish.run(state, dueAt, state === 'pending' ? null : now, reason, failure, deliveryId)
    const request = historySeals.seal(packed.request, attemptData('request', deliveryId, attempt))
    const response = historySeals.seal(packed.response, attemptData('response', deliveryId, attempt))
    const made = [deliveryId, attempt, startedAt, outcome, reason, failure, request, response, timing]
    leased.insertAttempt.run(...made)
    return Object.assign(row, { is_resolved: false, breaker: queues.of(row.webhook_id).breaker })
  }

  return {
    *lockLeased(attempts, wanted) {
      const found = attempts.flatMap(
        ({ deliveryId, attempt }) => sql.selectLeased.get(deliveryId, attempt) ?? [],
      )
      const rows = new Map(found.map((row) => [row.id, row]))
      const heads = wanted.flatMap(({ deliveryId }) => rows.get(deliveryId) ?? [])
      const [ofHeads, behind] = yield* together([states(heads.map(pairOf)), waiting(heads)])
      return { rows, states: ofHeads, waiting: behind }
    },

    finish: (attempts, now, known) =>
      runStep(() => {
        queues.ready()
        return attempts.flatMap((one) => {
          const { deliveryId, attempt } = one
          const row = known ? known.get(deliveryId) : sql.selectLeased.get(deliveryId, attempt)
          return row ? [finishOne(one, row as DeliveryRow, now)] : []
        })
      }),

    awaited: (heads) =>
      runStep(
        () =>
          new Set(
            heads
              .filter((head) => sql.selectAnyWaiting.get(head.webhook_id, head.subject) !== undefined)
              .map(({ id }) => id),
          ),
      ),

    *promoteAfter(ended, _resolved, { now }) {
      yield* promoteNext(ended, now)
    },

    hasten: (ids, now) =>
      runStep(() => {
        for (const id of ids) sql.hasten.run(now, id, now)
      }),

    disable,
  }
}

function prepare(db: Database) {
  return {
    selectLeased: db.prepare<[id: DeliveryId, attempt: number], DeliveryRow>(
      "SELECT * FROM deliveries WHERE id = ? AND state = 'sending' AND attempts_made = ?",
    ),
    selectAnyWaiting: db.prepare<InQueue, unknown>(
      `SELECT 1 ${IN_ALERT_QUEUE} AND state = 'waiting' LIMIT 1`,
    ),
    hasten: db.prepare<[at: Instant, id: DeliveryId, before: Instant]>(
      'UPDATE deliveries SET fallback_at = ? WHERE id = ? AND finished_at IS NULL AND fallback_at > ?',
    ),
    // RETURNING costs more: SQLite makes a table for it each time.
    finish: db.prepare<[DeliveryState, Instant | null, Instant | null, string, string | null, DeliveryId]>(
      `UPDATE deliveries SET state = ?, due_at = ?, finished_at = ?, last_reason = ?, last_failure = ?, lease_until = NULL
     WHERE id = ?`,
    ),
  }
}
