import type { EventId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Urgency } from '../../../domain/delivery/urgency.ts'
import type { FailureKind } from '../../../domain/receiver/outcome.ts'
import type { Gathered } from '../../changes/fan-out.ts'
import type { Hurried, NewDelivery } from '../../changes/queue-changes.ts'
import type { AlertQueue } from '../../changes/queue-rows.ts'
import { toEventRow } from '../../rows/event-row.ts'
import { noteHeld } from '../../scripts/silences.ts'
import type { Rows, Transaction } from '../connection/database.ts'
import { runIn } from '../connection/run-script.ts'
import { statement, type Value } from '../connection/statement.ts'
import type { FreshDelivery } from '../node-memory/fresh-queues.ts'
import { ALERT_QUEUE_ORDER_FROM_NEWEST, inAlertQueue } from '../queue/in-alert-queue.ts'
import { insertSuperseded, supersede, takeDeliveryIds } from '../receiver-state/queue-writes.ts'
import { receiverStateValues, removeReceiverStates } from '../receiver-state/state-table.ts'
import type { FanOutStatements, FanOutValues, FanOutWithStates, WithId } from './fan-out-sql.ts'

/** An alert queue with its head's data; null: the head has just ended. */
export interface HeadRow extends AlertQueue {
  readonly queue_urgency: Urgency | null
  readonly last_failure: FailureKind | null
}

/** Lets heads go sooner after which something more urgent comes. */
const HURRY_HEADS = statement<
  [
    webhookIds: readonly WebhookId[],
    subjects: readonly string[],
    urgencies: readonly Urgency[],
    ats: readonly Instant[],
  ]
>(`
UPDATE deliveries SET queue_urgency = least(deliveries.queue_urgency, head.urgency),
  due_at = CASE WHEN due_at IS NOT NULL THEN least(due_at, head.at) END
FROM unnest($1::bigint[], $2::text[], $3::smallint[], $4::bigint[]) AS head (webhook_id, subject, urgency, at)
WHERE ${inAlertQueue('head', 'deliveries.')} AND deliveries.state <> 'waiting'`)

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
export async function saveFanOut<Values extends readonly Value[]>(
  transaction: Transaction,
  fanOut: Gathered,
  { statements, first }: { readonly statements: FanOutStatements<Values>; readonly first: NoInfer<Values> },
): Promise<readonly EventId[]> {
  const { plain, withFallbacks } = statements
  const lasting = fanOut.queues.deliveries.filter(({ superseded }) => !superseded)
  const hurried = Promise.all([
    hurryHeads(transaction, [...fanOut.queues.hurried]),
    ...fanOut.held.map(([id, at]) => runIn(transaction, noteHeld(id, at))),
  ])
  const save = () => {
    if (fanOut.stateWrites.length > 0)
      return saveWithStates(transaction, fanOut, { statements, first, lasting })
    const values = fanOutValues(fanOut, lasting)
    const fallbackAts = lasting.map(({ fallbackAt }) => fallbackAt)
    return fallbackAts.some((at) => at !== null)
      ? transaction.queryLast(withFallbacks, [...first, ...values, fallbackAts])
      : transaction.queryLast(plain, [...first, ...values])
  }
  const [, { rows }] = await Promise.all([hurried, save()])
  return rows.map(({ id }) => id)
}

interface Saving<Values extends readonly Value[]> {
  readonly statements: FanOutStatements<Values>
  readonly first: NoInfer<Values>
  readonly lasting: readonly NewDelivery[]
}

/** Writes receiver states, and first ends the deliveries that give way. */
async function saveWithStates<Values extends readonly Value[]>(
  transaction: Transaction,
  fanOut: Gathered,
  { statements, first, lasting }: Saving<Values>,
): Promise<Pick<Rows<WithId>, 'rows'>> {
  const { queues, stateWrites } = fanOut
  const shortLived = queues.deliveries.filter(({ superseded }) => superseded)
  const gone = Promise.all([
    supersede(transaction, queues.superseded),
    removeReceiverStates(transaction, stateWrites),
    // Taken now, so that each is older than its successor.
    takeDeliveryIds(transaction, shortLived.length),
  ])
  const states = stateWrites.map(({ pair, before, after, eventPlace }) => ({
    pair,
    before,
    after: after && { ...after, eventId: eventPlace },
  }))
  const values: [...Values, ...FanOutWithStates] = [
    ...first,
    ...fanOutValues(fanOut, lasting),
    lasting.map(({ fallbackAt }) => fallbackAt),
    lasting.map(({ dueAt }) => dueAt),
    lasting.map(({ attemptsUncounted }) => attemptsUncounted),
    lasting.map(({ begunAt }) => begunAt),
    lasting.map(({ fallbackDepth }) => fallbackDepth),
    ...receiverStateValues(states),
  ]
  if (shortLived.length === 0) {
    const [, saved] = await Promise.all([gone, transaction.queryLast(statements.withReceiverStates, values)])
    return saved
  }
  const [[, , ids], saved] = await Promise.all([
    gone,
    transaction.query(statements.withReceiverStates, values),
  ])
  await insertSuperseded(
    transaction,
    shortLived.map((delivery, index) => ({
      delivery,
      id: ids[index]!,
      eventId: saved.rows[delivery.eventPlace - 1]!.id,
    })),
  )
  return saved
}

async function hurryHeads(transaction: Transaction, hurried: readonly Hurried[]): Promise<void> {
  if (hurried.length === 0) return
  await transaction.query(HURRY_HEADS, [
    hurried.map(({ webhook_id: webhookId }) => webhookId),
    hurried.map(({ subject }) => subject),
    hurried.map(({ urgency }) => urgency),
    hurried.map(({ at }) => at),
  ])
}

function fanOutValues(
  { events, notifiedNobody }: Gathered,
  deliveries: readonly NewDelivery[],
): FanOutValues {
  const rows = events.map(toEventRow)
  return [
    rows.length,
    rows.map(({ kind }) => kind),
    rows.map(({ source }) => source),
    rows.map(({ name }) => name),
    rows.map(({ at }) => at),
    rows.map(({ accepted_at: acceptedAt }) => acceptedAt),
    rows.map(({ alert_id: alertId }) => alertId),
    rows.map(({ job_run_id: jobRunId }) => jobRunId),
    rows.map(({ body }) => body),
    rows.map(({ digest }) => digest),
    rows.map((_, index) => (notifiedNobody.has(index + 1) ? 1 : 0)),
    deliveries.map(({ eventPlace }) => eventPlace),
    deliveries.map(({ webhook_id: webhookId }) => webhookId),
    deliveries.map(({ subject }) => subject),
    deliveries.map(({ at }) => at),
    deliveries.map(({ state }) => state === 'waiting'),
    deliveries.map(({ urgency }) => urgency),
    deliveries.map(({ queueUrgency }) => queueUrgency),
  ]
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
