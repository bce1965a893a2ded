import type { AlertId, DeliveryId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { ReceiverStateRow } from '../../rows/receiver-state-row.ts'
import type { Transaction } from '../connection/database.ts'
import { statement, type Value } from '../connection/statement.ts'
import { ALERT_SUBJECT } from '../../../domain/alert/event.ts'
import { inAlertQueue, ALERT_QUEUE_ORDER_FROM_NEWEST } from '../queue/in-alert-queue.ts'
import { QUEUED_COLUMNS, type QueuedRow } from '../../changes/queue-rows.ts'
import type { StatesByPair } from '../../changes/state-rows.ts'
import { byPair } from './state-table.ts'

/** An unfinished delivery in an alert queue about which the receiver state decides. */
export type AlertQueueRow = QueuedRow & { readonly event_at: Instant }

export function alertQueueColumns(table: string): string {
  return ['event_at', ...QUEUED_COLUMNS].map((name) => `${table}.${name}`).join(', ')
}

/** The receiver states of alerts, and the unfinished deliveries that they decide about, newest first. */
export interface AlertStates {
  readonly receiverState: StatesByPair
  readonly alertQueues: readonly AlertQueueRow[]
}

/**
 * Returns the alert queues of alerts, and whether the receiver state decides about each: it exists, or its
 * webhook is in current-state mode, or the fallback of a disabled one. In each queue, one delivery does not
 * wait, and those have an index.
 */
const alertQueuesOf = (alerts: string) => `(${alerts}) AS alert (id)
  CROSS JOIN LATERAL (
    SELECT subject, webhook_id FROM deliveries
    WHERE subject = '${ALERT_SUBJECT}' || alert.id AND state <> 'waiting' OFFSET 0
  ) AS head
  CROSS JOIN LATERAL (
    SELECT EXISTS (SELECT FROM receiver_states WHERE alert_id = alert.id AND webhook_id = head.webhook_id)
      OR EXISTS (SELECT FROM webhooks WHERE id = head.webhook_id AND mode = 'current_state')
      OR EXISTS (
        SELECT FROM webhooks WHERE fallback_webhook_id = head.webhook_id AND mode = 'current_state' AND NOT enabled
      ) AS is_by_state OFFSET 0
  ) AS pair`

/**
 * Statements that read receiver states; `alerts` selects ids of alerts. Run in this order, each sees what the
 * former holder of the locks did. Locks are taken in the order of ids: all deliveries where the receiver
 * state decides; of other queues the newest, against its end, like `lockAlertQueues` (intake/fan-out.ts).
 */
export function alertStateStatements(alerts: string) {
  return {
    lock: statement<readonly Value[], { id: DeliveryId }>(`
SELECT CASE WHEN wanted.is_by_state
  THEN (SELECT id FROM deliveries WHERE id = wanted.id FOR UPDATE)
  ELSE (SELECT id FROM deliveries WHERE id = wanted.id FOR KEY SHARE) END AS id
FROM (
  SELECT one.id, pair.is_by_state FROM ${alertQueuesOf(alerts)}
  CROSS JOIN LATERAL (
    SELECT id FROM deliveries WHERE ${inAlertQueue('head')}
    ORDER BY ${ALERT_QUEUE_ORDER_FROM_NEWEST} LIMIT CASE WHEN NOT pair.is_by_state THEN 1 END
  ) AS one ORDER BY one.id OFFSET 0
) AS wanted`),

    alertQueues: statement<readonly Value[], AlertQueueRow>(`
SELECT ${alertQueueColumns('one')} FROM ${alertQueuesOf(alerts)}
CROSS JOIN LATERAL (
  SELECT * FROM deliveries WHERE ${inAlertQueue('head')} ORDER BY ${ALERT_QUEUE_ORDER_FROM_NEWEST}
) AS one WHERE pair.is_by_state ORDER BY one.event_id DESC, one.id DESC`),

    receiverState: statement<readonly Value[], ReceiverStateRow>(
      `SELECT receiver_states.* FROM (${alerts}) AS alert (id) JOIN receiver_states ON receiver_states.alert_id = alert.id`,
    ),
  }
}

const OF_ALERTS = alertStateStatements('SELECT unnest($1::bigint[])')

/** Reads receiver states for a transaction that has the alerts locked. */
export async function readAlertStates(
  transaction: Transaction,
  { lock, alertQueues, receiverState }: ReturnType<typeof alertStateStatements>,
  values: readonly Value[],
): Promise<AlertStates> {
  const [, { rows }, { rows: receiverStateRows }] = await Promise.all([
    transaction.query(lock, values),
    transaction.query(alertQueues, values),
    transaction.query(receiverState, values),
  ])
  return { receiverState: byPair(receiverStateRows), alertQueues: rows }
}

export function readStatesOfAlerts(transaction: Transaction, ids: readonly AlertId[]): Promise<AlertStates> {
  return readAlertStates(transaction, OF_ALERTS, [ids])
}
