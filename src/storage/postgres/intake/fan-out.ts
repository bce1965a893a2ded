import type { EventId } from '../../../domain/ids.ts'
import type { Urgency } from '../../../domain/delivery/urgency.ts'
import type { FailureKind } from '../../../domain/receiver/outcome.ts'
import type { Gathered } from '../../changes/fan-out.ts'
import type { Hurried, NewDelivery } from '../../changes/queue-changes.ts'
import type { AlertQueue } from '../../changes/queue-rows.ts'
import { toEventRow } from '../../rows/event-row.ts'
import { noteHeld } from '../../scripts/silences.ts'
import type { Transaction } from '../connection/database.ts'
import { runIn } from '../connection/run-script.ts'
import { setStatement } from '../connection/set-statement.ts'
import type { Value } from '../connection/statement.ts'
import type { FreshDelivery } from '../node-memory/fresh-queues.ts'
import { ALERT_QUEUE_ORDER_FROM_NEWEST, inAlertQueue } from '../queue/in-alert-queue.ts'
import { QUEUE } from '../queue/alert-queue.ts'
import { INSERT_SUPERSEDED, SUPERSEDE, takeDeliveryIds } from '../receiver-state/queue-writes.ts'
import { receiverStateValues, removeReceiverStates } from '../receiver-state/state-table.ts'
import { type FanOutKind, type FanOutStatements, fanOutValues } from './fan-out-sql.ts'

/** An alert queue with its head's data; null: the head has just ended. */
export interface HeadRow extends AlertQueue {
  readonly queue_urgency: Urgency | null
  readonly last_failure: FailureKind | null
}

/** Lets heads go sooner after which something more urgent comes. */
const HURRY_HEADS = setStatement<Hurried>({ ...QUEUE, urgency: 'smallint', at: 'bigint' })(`
UPDATE deliveries SET queue_urgency = least(deliveries.queue_urgency, given.urgency),
  due_at = CASE WHEN due_at IS NOT NULL THEN least(due_at, given.at) END
FROM GIVEN WHERE ${inAlertQueue('given', 'deliveries.')} AND deliveries.state <> 'waiting'`)

export function freshOf({ queues }: Gathered): readonly FreshDelivery[] {
  const made = queues.deliveries.flatMap(
    ({ webhook_id: webhookId, state, dueAt, at, superseded, queueUrgency }) =>
      state === 'pending' && dueAt <= at && !superseded ? [{ webhookId, queueUrgency }] : [],
  )
  // A hurried head is due under its new urgency.
  const hurried = Array.from(queues.hurried, ({ webhook_id: webhookId, urgency: queueUrgency }) => ({
    webhookId,
    queueUrgency,
  }))
  return [...made, ...hurried]
}

/**
 * Writes what was gathered, with `first` in the same statement, and ends the transaction. Returns the ids of
 * the events. The transaction has locked a delivery of each alert queue, so that a new one is found when its
 * predecessors end.
 */
export async function saveFanOut(
  transaction: Transaction,
  fanOut: Gathered,
  { statements, first }: { readonly statements: FanOutStatements; readonly first: readonly Value[] },
): Promise<readonly EventId[]> {
  const lasting = fanOut.queues.deliveries.filter(({ superseded }) => !superseded)
  const kind = kindOf(fanOut, lasting)
  const events = fanOut.events.map((event, index) => ({
    ...toEventRow(event),
    notified_nobody: fanOut.notifiedNobody.has(index + 1) ? (1 as const) : (0 as const),
  }))
  const values = [...first, ...fanOutValues(kind, events, lasting)]
  const hurried = Promise.all([
    HURRY_HEADS.write(transaction, [...fanOut.queues.hurried]),
    ...fanOut.held.map(([id, at]) => runIn(transaction, noteHeld(id, at))),
  ])
  const [, { rows }] = await Promise.all([
    hurried,
    kind === 'withReceiverStates'
      ? saveWithStates(transaction, fanOut, statements[kind], values)
      : transaction.queryLast(statements[kind], values),
  ])
  return rows.map(({ id }) => id)
}

function kindOf({ stateWrites }: Gathered, deliveries: readonly NewDelivery[]): FanOutKind {
  if (stateWrites.length > 0) return 'withReceiverStates'
  return deliveries.some(({ fallbackAt }) => fallbackAt !== null) ? 'withFallbacks' : 'plain'
}

/** Writes receiver states, and first ends the deliveries that give way. */
async function saveWithStates(
  transaction: Transaction,
  { queues, stateWrites }: Gathered,
  save: FanOutStatements['withReceiverStates'],
  values: readonly Value[],
) {
  const shortLived = queues.deliveries.filter(({ superseded }) => superseded)
  const gone = Promise.all([
    SUPERSEDE.write(transaction, queues.superseded),
    removeReceiverStates(transaction, stateWrites),
    // Taken now, so that each is older than its successor.
    takeDeliveryIds(transaction, shortLived.length),
  ])
  const states = stateWrites.map(({ pair, before, after, eventPlace }) => ({
    pair,
    before,
    after: after && { ...after, eventId: eventPlace },
  }))
  const all = [...values, ...receiverStateValues(states)]
  if (shortLived.length === 0) {
    const [, saved] = await Promise.all([gone, transaction.queryLast(save, all)])
    return saved
  }
  const [[, , ids], saved] = await Promise.all([gone, transaction.query(save, all)])
  await INSERT_SUPERSEDED.write(
    transaction,
    shortLived.map((delivery, index) => ({
      ...delivery,
      id: ids[index]!,
      eventId: saved.rows[delivery.eventPlace - 1]!.id,
      endedAt: delivery.superseded?.at ?? delivery.at,
      reason: delivery.superseded?.reason ?? '',
    })),
  )
  return saved
}

/**
 * Returns SQL that finds the alert queues of the SELECT `subjects`, and locks the newest delivery of each
 * against its end; in the order of ids, like all locks of deliveries. In each queue, one delivery does not
 * wait, and those have an index; OFFSET keeps a planner from reading all of a table it thinks small. The head
 * is read unlocked: its end need not wait.
 */
export function lockAlertQueues(subjects: string): string {
  return `SELECT newest.subject, newest.webhook_id, head.queue_urgency, head.last_failure FROM deliveries AS newest
    LEFT JOIN LATERAL (
      SELECT queue_urgency, last_failure FROM deliveries AS head
      WHERE ${inAlertQueue('newest', 'head.')} AND head.state <> 'waiting' OFFSET 0
    ) AS head ON true
    WHERE newest.id = ANY (ARRAY(
      SELECT last.id
      FROM (${subjects}) AS wanted (subject)
      CROSS JOIN LATERAL (
        SELECT subject, webhook_id FROM deliveries
        WHERE deliveries.subject = wanted.subject AND state <> 'waiting' OFFSET 0
      ) AS head
      CROSS JOIN LATERAL (
        SELECT id FROM deliveries WHERE ${inAlertQueue('head')} ORDER BY ${ALERT_QUEUE_ORDER_FROM_NEWEST} LIMIT 1
      ) AS last
    )) ORDER BY newest.id FOR KEY SHARE OF newest`
}
