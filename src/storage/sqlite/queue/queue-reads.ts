import type { Database } from 'better-sqlite3'
import type { WebhookId } from '../../../domain/ids.ts'
import type { LockedHead, QueueReads } from '../../changes/queue-rows.ts'
import type { DeliveryRow } from '../../rows/delivery-row.ts'
import { runStep } from '../../transactions/transaction-script.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'

export function queueReads({ db }: SqliteDeps): QueueReads {
  const sql = prepare(db)
  return {
    lockQueues: (alertQueues) =>
      runStep(() =>
        alertQueues.map(({ webhook_id: webhookId, subject }) => {
          const oldest = sql.selectOldest.get(webhookId, subject)
          const head = oldest?.state === 'waiting' ? sql.selectHead.get(webhookId, subject) : oldest
          return { oldest: oldest && toLocked(oldest), head: head && toLocked(head) }
        }),
      ),

    oldest: (heads) =>
      runStep(() =>
        heads.flatMap(({ id: head_id, webhook_id, subject }) => {
          const row = sql.selectOldest.get(webhook_id, subject)
          return row ? [{ ...row, head_id }] : []
        }),
      ),

    lockHeads: (alertQueues) =>
      runStep(() =>
        alertQueues.flatMap(({ webhook_id: id, subject }) => sql.selectHead.get(id, subject) ?? []),
      ),

    headStates: (alertQueues) =>
      runStep(() =>
        alertQueues.flatMap(({ webhook_id, subject }) => {
          const head = sql.selectHead.get(webhook_id, subject)
          const state = head?.state === 'sending' ? ('sending' as const) : ('pending' as const)
          return head ? [{ webhook_id, subject, state }] : []
        }),
      ),

    waiting: (alertQueues) =>
      runStep(() => alertQueues.flatMap(({ webhook_id: id, subject }) => sql.selectWaiting.all(id, subject))),
  }
}

function toLocked(row: DeliveryRow): LockedHead {
  const { id, event_id: eventId, state, queue_urgency: queueUrgency, last_failure: lastFailure } = row
  return { id, eventId, state, queueUrgency, lastFailure }
}

export type InQueue = [webhookId: WebhookId, subject: string]

/** The deliveries of an alert queue. Without casts SQLite compiles an ordered statement again for each value. */
export const OF_ALERT_QUEUE =
  'webhook_id = CAST(? AS INTEGER) AND subject = CAST(? AS TEXT) AND finished_at IS NULL'
export const IN_ALERT_QUEUE = `FROM deliveries WHERE ${OF_ALERT_QUEUE}`

function prepare(db: Database) {
  return {
    selectOldest: db.prepare<InQueue, DeliveryRow>(`SELECT * ${IN_ALERT_QUEUE} ORDER BY event_id LIMIT 1`),
    selectHead: db.prepare<InQueue, DeliveryRow>(
      `SELECT * ${IN_ALERT_QUEUE} AND state <> 'waiting' ORDER BY event_id LIMIT 1`,
    ),
    selectWaiting: db.prepare<InQueue, DeliveryRow>(
      `SELECT * ${IN_ALERT_QUEUE} AND state = 'waiting' ORDER BY event_id DESC, id DESC`,
    ),
  }
}
