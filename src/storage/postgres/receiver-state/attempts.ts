import { alertIdOf } from '../../../domain/alert/event.ts'
import type { NextStep } from '../../../domain/delivery/delivery.ts'
import { planAttempt, type AttemptPlan } from '../../../domain/planning/plan-attempt.ts'
import type { TriedAgain } from '../../../domain/delivery/successor.ts'
import type { SentNotification } from '../../../domain/receiver-state/after-attempt.ts'
import type { DeliveryId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import { toFormer, toWaiting } from '../../rows/delivery-row.ts'
import type { Transaction } from '../connection/database.ts'
import { statement } from '../connection/statement.ts'
import { inAlertQueue } from '../queue/in-alert-queue.ts'
import { alertQueueColumns, type AlertQueueRow } from './alert-states.ts'
import { promoteNewer, supersede } from './queue-writes.ts'
import {
  findReceiverState,
  findReceiverStatesOf,
  nameOfPair,
  writeReceiverStates,
  type ReceiverStateByPair,
} from './state-table.ts'

/** A delivery that was being sent, locked by this transaction, and its result. */
export interface Sent {
  readonly row: AlertQueueRow
  readonly sentNotification: SentNotification
  readonly next: NextStep['state']
  readonly again: TriedAgain
}

export type AttemptPlans = ReadonlyMap<DeliveryId, AttemptPlan>

/** Locks the heads, and so their alert queues, as FINISH finds them and in its order. */
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

/** Selects what waits after each `head`. Comparing rows at both ends forces the index of alert queues. */
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

const SELECT_BEHIND_GONE = statement<
  [webhookIds: readonly WebhookId[], subjects: readonly string[]],
  AlertQueueRow
>(selectBehind('unnest($1::bigint[], $2::text[]) AS head (webhook_id, subject)'))

/** Locks in the given order, which is that of ids. */
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

/** The receiver states of locked deliveries, and what waits after them. */
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

/** Reads receiver states, and what waits, for deliveries that this transaction removed. */
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
 * Plans what follows ended attempts; `writePlans` writes it later. Leaves out webhooks that are gone or no
 * longer in current-state mode.
 */
export function planAttempts(
  sent: readonly Sent[],
  { receiverState, behind }: Behind,
  { webhooks, now }: { readonly webhooks: ReadonlyMap<WebhookId, Webhook>; readonly now: Instant },
): AttemptPlans {
  const behindOf = Map.groupBy(behind, nameOfAlertQueue)
  return new Map(
    sent.flatMap(({ row, ...attempt }) => {
      const pair = { alertId: alertIdOf(row.subject), webhookId: row.webhook_id }
      const plan = planAttempt(webhooks.get(row.webhook_id), {
        ...attempt,
        pair,
        before: receiverState.get(nameOfPair(pair)),
        eventId: row.event_id,
        former: toFormer(row),
        waiting: (behindOf.get(nameOfAlertQueue(row)) ?? []).map(toWaiting),
        now,
      })
      return plan ? [[row.id, plan] as const] : []
    }),
  )
}

export async function writePlans(transaction: Transaction, plans: AttemptPlans, now: Instant): Promise<void> {
  if (plans.size === 0) return
  const superseded = [...plans].flatMap(([id, { superseded: reason, ending }]) =>
    reason === null ? ending : [...ending, { id, reason }],
  )
  const all = [...plans.values()]
  await Promise.all([
    supersede(
      transaction,
      superseded.map((one) => ({ ...one, at: now })),
    ),
    promoteNewer(
      transaction,
      all.flatMap(({ promoted }) => promoted ?? []),
    ),
    writeReceiverStates(
      transaction,
      all.map(({ pair, before, after }) => ({ pair, before, after })),
    ),
  ])
}

function nameOfAlertQueue({
  webhook_id: webhookId,
  subject,
}: Pick<AlertQueueRow, 'webhook_id' | 'subject'>): string {
  return `${webhookId} ${subject}`
}
