import { charactersMaxFor } from '../../../domain/routing/matching.ts'
import { alertIdOf } from '../../../domain/alert/event.ts'
import { againAt } from '../../../domain/delivery/successor.ts'
import type { Certainty } from '../../../domain/receiver-state/after-attempt.ts'
import { unconfirmedEpisodeState } from '../../../domain/receiver-state/sent-states.ts'
import type { WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import type { Transaction } from '../connection/database.ts'
import { planAttempts, readBehind, writePlans, type Sent } from './attempts.ts'
import type { AlertQueueRow } from './alert-states.ts'
import { nameOfPair, type ReceiverStateByPair } from './state-table.ts'
import type { KnownWebhooks } from '../node-memory/webhook-cache.ts'
import { findEventsOf } from '../history/history.ts'

export type ReturnedRow = AlertQueueRow

/**
 * Resolves leased deliveries that are pending again without a recorded attempt: `possible`, the result is
 * unknown; `not_notified`, nothing was sent. They give way to newer ones. `rows`: as this transaction wrote
 * them.
 */
export async function resolveUnrecorded(
  transaction: Transaction,
  rows: readonly ReturnedRow[],
  {
    webhooks,
    certainty,
    now,
  }: {
    readonly webhooks: KnownWebhooks
    readonly certainty: Exclude<Certainty, 'accepted'>
    readonly now: Instant
  },
): Promise<void> {
  const ofAlerts = webhooks.areRemembered ? rows.filter(({ subject }) => alertIdOf(subject) !== 0) : []
  if (ofAlerts.length === 0) return
  const behind = await readBehind(
    transaction,
    ofAlerts.map(({ id }) => id),
  )
  const again = againAt(now)
  const unconfirmed = ofAlerts.map((row) => ({ row, certainty, next: 'pending' as const, again }))
  const sent = await markSent(transaction, unconfirmed, { receiverState: behind.receiverState, webhooks })
  await writePlans(transaction, planAttempts(sent, behind, { webhooks, now }), now)
}

/** A delivery that ended without recording what was sent. */
export interface Unconfirmed extends Pick<Sent, 'next' | 'again'> {
  readonly row: ReturnedRow
  readonly certainty: Certainty
}

/** Notes what each of them sent, in current-state mode. */
export async function markSent(
  transaction: Transaction,
  unconfirmed: readonly Unconfirmed[],
  {
    receiverState,
    webhooks,
  }: { readonly receiverState: ReceiverStateByPair; readonly webhooks: ReadonlyMap<WebhookId, Webhook> },
): Promise<readonly Sent[]> {
  if (unconfirmed.length === 0) return []
  const events = await findEventsOf(
    transaction,
    unconfirmed.map(({ row }) => row),
  )
  return unconfirmed.flatMap(({ row, certainty, next, again }) => {
    const pair = { alertId: alertIdOf(row.subject), webhookId: row.webhook_id }
    const webhook = webhooks.get(row.webhook_id)
    const before = receiverState.get(nameOfPair(pair))
    if (!webhook) return []
    const charactersMax = charactersMaxFor(webhook, webhooks)
    const given = { pair, before, certainty, next, charactersMax }
    const episodeState = unconfirmedEpisodeState(events.get(row.event_id), webhook, given)
    return episodeState ? [{ row, sentNotification: { episodeState, certainty }, next, again }] : []
  })
}
