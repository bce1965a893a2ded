import { alertIdOf } from '../../../domain/alert/event.ts'
import { ALREADY_IN_SYNC } from '../../../domain/receiver-state/resync.ts'
import {
  leaveOutOfSync,
  mayBeRetried,
  type Resync,
  type ReceiverStateKey,
} from '../../../domain/receiver-state/receiver-state.ts'
import type { EventId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Transaction } from '../connection/database.ts'
import { statement } from '../connection/statement.ts'
import { nameOfPair } from '../../changes/rows.ts'
import { findReceiverState, clearResync, writeReceiverStates } from './state-table.ts'
import type { KnownWebhooks } from '../node-memory/webhook-cache.ts'

interface OfAlertQueue {
  readonly webhookId: WebhookId
  readonly subject: string
}

const SELECT_HEADS = statement<
  [webhookIds: readonly WebhookId[], subjects: readonly string[]],
  { webhook_id: WebhookId; subject: string; state: 'pending' | 'sending' | null }
>(`
SELECT queue.webhook_id, queue.subject, (
  SELECT state FROM deliveries WHERE subject = queue.subject AND webhook_id = queue.webhook_id AND state <> 'waiting'
) AS state
FROM unnest($1::bigint[], $2::text[]) AS queue (webhook_id, subject)`)

/**
 * Handles deliveries that this transaction ended without recording what was sent: their alerts are out of
 * sync, as `resync` decides, unless the alert queue has another delivery. If that is being sent, its end decides.
 */
export async function leaveForResync(
  transaction: Transaction,
  alertQueues: readonly OfAlertQueue[],
  {
    webhooks,
    resync,
    now,
  }: { readonly webhooks: KnownWebhooks; readonly resync: Exclude<Resync, 'none'>; readonly now: Instant },
): Promise<void> {
  const pairs = pairsOf(webhooks, alertQueues)
  if (pairs.length === 0) return
  const [receiverState, { rows }] = await Promise.all([
    findReceiverState(transaction, pairs),
    transaction.query(SELECT_HEADS, [
      alertQueues.map(({ webhookId }) => webhookId),
      alertQueues.map(({ subject }) => subject),
    ]),
  ])
  const writes = rows.flatMap(({ webhook_id: webhookId, subject, state }) => {
    const webhook = webhooks.get(webhookId)
    const before = receiverState.get(nameOfPair({ alertId: alertIdOf(subject), webhookId }))
    const left = webhook && leaveOutOfSync(before, webhook, { resync, head: state ?? undefined, now })
    return before && left !== undefined ? [{ pair: before, before, after: left }] : []
  })
  const byName = new Map(writes.map((write) => [nameOfPair(write.pair), write]))
  await writeReceiverStates(transaction, [...byName.values()])
}

interface Retried extends OfAlertQueue {
  readonly eventId: EventId
}

/** Returns why deliveries cannot be retried by a person; empty: they can. The alerts are locked. */
export async function whyNotRetried<One extends Retried>(
  transaction: Transaction,
  deliveries: readonly One[],
  webhooks: KnownWebhooks,
): Promise<ReadonlyMap<One, string>> {
  const pairs = pairsOf(webhooks, deliveries)
  const receiverState = await findReceiverState(transaction, pairs)
  return new Map(
    deliveries.flatMap((one) => {
      const webhook = webhooks.get(one.webhookId)
      const pair = { alertId: alertIdOf(one.subject), webhookId: one.webhookId }
      if (!webhook || pair.alertId === 0) return []
      const isAllowed = mayBeRetried(receiverState.get(nameOfPair(pair)), webhook, one.eventId)
      return isAllowed ? [] : [[one, ALREADY_IN_SYNC] as const]
    }),
  )
}

/** Notes that failed deliveries are retried: their alerts are in sync again. */
export async function resyncAfterFailure(
  transaction: Transaction,
  deliveries: readonly OfAlertQueue[],
  webhooks: KnownWebhooks,
): Promise<void> {
  await clearResync(transaction, pairsOf(webhooks, deliveries))
}

function pairsOf(webhooks: KnownWebhooks, alertQueues: readonly OfAlertQueue[]): readonly ReceiverStateKey[] {
  if (!webhooks.areRemembered) return []
  return alertQueues
    .map(({ webhookId, subject }) => ({ alertId: alertIdOf(subject), webhookId }))
    .filter(({ alertId }) => alertId !== 0)
}
