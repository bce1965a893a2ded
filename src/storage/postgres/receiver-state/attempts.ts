import { alertIdOf } from '../../../domain/alert/event.ts'
import type { NextStep } from '../../../domain/delivery/delivery.ts'
import type { SentNotification, AttemptEffects } from '../../../domain/receiver-state/after-attempt.ts'
import { REPLACED_BY_NEWER } from '../../../domain/receiver-state/after-change.ts'
import { passedOn, takenOver, type TriedAgain } from '../../../domain/delivery/successor.ts'
import { notifyAttempt } from '../../../domain/delivery/notify.ts'
import type { ReceiverState, ReceiverStateKey } from '../../../domain/receiver-state/receiver-state.ts'
import type { DeliveryId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import { toFormer } from '../../rows/delivery-row.ts'
import type { Transaction } from '../connection/database.ts'
import { statement } from '../connection/statement.ts'
import { inAlertQueue } from '../queue/in-alert-queue.ts'
import { alertQueueColumns, type AlertQueueRow } from './escalated.ts'
import { promoteNewer, supersede } from './queue-writes.ts'
import {
  findReceiverState,
  findReceiverStatesOf,
  nameOfPair,
  writeReceiverStates,
  type ReceiverStateByPair,
} from './state-table.ts'

/** A delivery that was being sent, and its result. This transaction holds its lock. */
export interface Sent {
  readonly row: AlertQueueRow
  readonly sentNotification: SentNotification
  readonly next: NextStep['state']
}

/** The effects of an attempt on the receiver state, and on the deliveries after it. */
export interface NotificationEnd extends AttemptEffects {
  readonly row: AlertQueueRow
  readonly pair: ReceiverStateKey
  readonly before: ReceiverState | undefined
  /** The deliveries that wait after it, the newest first. */
  readonly waiting: readonly AlertQueueRow[]
}

/** Locks the heads as FINISH finds them, and in its order: the lock of each alert queue. */
export const LOCK_SENT = statement<
  [ids: readonly DeliveryId[], numbers: readonly number[], leasedBy: readonly (string | null)[]],
  AlertQueueRow
>(`
SELECT ${alertQueueColumns('locked')}
FROM unnest($1::bigint[], $2::integer[], $3::text[]) AS given (id, number, leased_by)
CROSS JOIN LATERAL (
  SELECT * FROM deliveries
  WHERE id = given.id AND attempts_made = given.number AND state || '' = 'sending'
    AND leased_by IS NOT DISTINCT FROM given.leased_by
  FOR UPDATE
) AS locked`)

/**
 * Selects what waits after each `head`. Compared as rows, at both ends, an alert queue is found by its own index and
 * by no other, such as that of all deliveries of the webhook.
 */
export const BEHIND_HEAD = `
CROSS JOIN LATERAL (
  SELECT * FROM deliveries WHERE ${inAlertQueue('head')} AND state = 'waiting' OFFSET 0
) AS behind`

const selectBehind = (heads: string) =>
  `SELECT ${alertQueueColumns('behind')} FROM ${heads} ${BEHIND_HEAD} ORDER BY behind.event_id DESC, behind.id DESC`

/** Selects the alert queues of these deliveries, which this transaction has locked. */
export const SELECT_BEHIND = statement<[ids: readonly DeliveryId[]], AlertQueueRow>(
  selectBehind('(SELECT subject, webhook_id FROM deliveries WHERE id = ANY ($1) OFFSET 0) AS head'),
)

/** Selects what waits after deliveries that this transaction has taken out of their alert queues. */
const SELECT_BEHIND_GONE = statement<
  [webhookIds: readonly WebhookId[], subjects: readonly string[]],
  AlertQueueRow
>(selectBehind('unnest($1::bigint[], $2::text[]) AS head (webhook_id, subject)'))

/** Locks what was sent, all of a batch in the order of the ids in which it is given. */
export async function lockSent(
  transaction: Transaction,
  sent: {
    readonly ids: readonly DeliveryId[]
    readonly numbers: readonly number[]
    readonly leasedBy: readonly (string | null)[]
  },
): Promise<ReadonlyMap<DeliveryId, AlertQueueRow>> {
  const { rows } = await transaction.query(LOCK_SENT, [sent.ids, sent.numbers, sent.leasedBy])
  return new Map(rows.map((row) => [row.id, row]))
}

/** The receiver states of deliveries that this transaction has locked, and what waits after them. */
export interface Behind {
  readonly receiverState: ReceiverStateByPair
  readonly behind: readonly AlertQueueRow[]
}

export async function readBehind(transaction: Transaction, ids: readonly DeliveryId[]): Promise<Behind> {
  const [receiverState, { rows }] = await Promise.all([
    findReceiverStatesOf(transaction, ids),
    transaction.query(SELECT_BEHIND, [ids]),
  ])
  return { receiverState, behind: rows }
}

/** Reads the same for deliveries that an earlier statement of this transaction has taken out of their alert queues. */
export async function readBehindGone(
  transaction: Transaction,
  gone: readonly Pick<AlertQueueRow, 'webhook_id' | 'subject'>[],
): Promise<Behind> {
  const [receiverState, { rows }] = await Promise.all([
    findReceiverState(
      transaction,
      gone.map(({ subject, webhook_id: webhookId }) => ({ alertId: alertIdOf(subject), webhookId })),
    ),
    transaction.query(SELECT_BEHIND_GONE, [
      gone.map(({ webhook_id: webhookId }) => webhookId),
      gone.map(({ subject }) => subject),
    ]),
  ])
  return { receiverState, behind: rows }
}

/**
 * Decides the effects of ended attempts; `resolveNotifications` carries them out after the statement that writes the
 * attempts. Attempts are left out whose webhook is not in current-state mode any more, or is gone.
 */
export function endNotifications(
  sent: readonly Sent[],
  { receiverState, behind }: Behind,
  { webhooks, now }: { readonly webhooks: ReadonlyMap<WebhookId, Webhook>; readonly now: Instant },
): ReadonlyMap<DeliveryId, NotificationEnd> {
  const behindOf = Map.groupBy(behind, nameOfAlertQueue)
  return new Map(
    sent.flatMap(({ row, sentNotification, next }) => {
      const pair = { alertId: alertIdOf(row.subject), webhookId: row.webhook_id }
      const before = receiverState.get(nameOfPair(pair))
      const waiting = behindOf.get(nameOfAlertQueue(row)) ?? []
      const leaving = notifyAttempt(webhooks.get(row.webhook_id), {
        pair,
        before,
        eventId: row.event_id,
        sentNotification,
        next,
        newestBehind: waiting[0]?.event_id,
        now,
      })
      return leaving ? [[row.id, { ...leaving, row, pair, before, waiting }] as const] : []
    }),
  )
}

/** Effects of an attempt that an earlier statement writes. */
export interface WrittenEnd extends TriedAgain {
  readonly end: NotificationEnd
}

export async function resolveNotifications(
  transaction: Transaction,
  written: readonly WrittenEnd[],
  now: Instant,
): Promise<void> {
  if (written.length === 0) return
  const superseded = written.flatMap(({ end }) => supersededBy(end)).map((one) => ({ ...one, at: now }))
  await Promise.all([
    supersede(transaction, superseded),
    promoteNewer(
      transaction,
      written.flatMap((one) => promotedBy(one, now)),
    ),
    writeReceiverStates(
      transaction,
      written.map(({ end: { pair, before, receiverState } }) => ({ pair, before, after: receiverState })),
    ),
  ])
}

/** Returns all but the newest of several waiting deliveries, as another mode left them, to be ended. */
function supersededBy({ row, behind, waiting, superseded }: NotificationEnd) {
  const ending = behind === 'promoted' ? waiting.slice(1) : waiting
  const reason = behind === 'promoted' || behind === null ? REPLACED_BY_NEWER : behind
  return [
    ...ending.map(({ id }) => ({ id, reason })),
    ...(superseded === null ? [] : [{ id: row.id, reason: superseded }]),
  ]
}

function promotedBy({ end: { row, behind, waiting, superseded }, ...again }: WrittenEnd, now: Instant) {
  const [newest] = waiting
  if (behind !== 'promoted' || !newest) return []
  const { id, urgency } = newest
  const former = passedOn(toFormer(row), { superseded, ...again }, now)
  return [{ id, urgency, ...takenOver(former, { ...toFormer(newest), urgency }, now) }]
}

function nameOfAlertQueue({
  webhook_id: webhookId,
  subject,
}: Pick<AlertQueueRow, 'webhook_id' | 'subject'>): string {
  return `${webhookId} ${subject}`
}
