import { alertIdOf, type Event } from '../../../domain/alert/event.ts'
import type { Certainty } from '../../../domain/telling/after-attempt.ts'
import { unattestedTelling } from '../../../domain/telling/as-told.ts'
import { mayRemember } from '../../../domain/telling/kept-present.ts'
import type { EventId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import { readEvent, type EventRow } from '../../rows/event-row.ts'
import type { Transaction } from '../connection/database.ts'
import { statement } from '../connection/statement.ts'
import { endTellings, readBehind, settleTellings, type Sent } from './attempts.ts'
import type { LineRow } from './followed.ts'
import { nameOfPair, type ToldByPair } from './told-table.ts'

export type ReturnedRow = LineRow

export const FIND_EVENTS = statement<[ids: readonly EventId[], times: readonly Instant[]], EventRow>(`
SELECT event.* FROM unnest($1::bigint[], $2::bigint[]) AS given (id, at)
CROSS JOIN LATERAL (SELECT * FROM events WHERE id = given.id AND accepted_at = given.at) AS event`)

/**
 * Those that were leased are pending again without a record of an attempt: `possible`, nobody knows what came of it; `not_told`,
 * nothing was sent. What is so given back gives way to what is newer. `rows`: as this transaction has written them.
 */
export async function settleUnrecorded(
  transaction: Transaction,
  rows: readonly ReturnedRow[],
  {
    webhooks,
    certainty,
    now,
  }: {
    readonly webhooks: ReadonlyMap<WebhookId, Webhook>
    readonly certainty: Exclude<Certainty, 'accepted'>
    readonly now: Instant
  },
): Promise<void> {
  const ofAlerts = mayRemember(webhooks) ? rows.filter(({ subject }) => alertIdOf(subject) !== 0) : []
  if (ofAlerts.length === 0) return
  const behind = await readBehind(
    transaction,
    ofAlerts.map(({ id }) => id),
  )
  const unattested = ofAlerts.map((row) => ({ row, certainty, next: 'pending' as const }))
  const sent = await attest(transaction, unattested, { told: behind.told, webhooks })
  const ends = [...endTellings(sent, behind, { webhooks, now }).values()]
  await settleTellings(
    transaction,
    ends.map((end) => ({ end, dueAt: now })),
    now,
  )
}

/** One that has ended in a way that says nothing of what it told. */
export interface Unattested extends Pick<Sent, 'next'> {
  readonly row: ReturnedRow
  readonly certainty: Certainty
}

/** With what each of them told; without those that are none that is kept at the present. */
export async function attest(
  transaction: Transaction,
  unattested: readonly Unattested[],
  { told, webhooks }: { readonly told: ToldByPair; readonly webhooks: ReadonlyMap<WebhookId, Webhook> },
): Promise<readonly Sent[]> {
  if (unattested.length === 0) return []
  const events = await findEvents(
    transaction,
    unattested.map(({ row }) => row),
  )
  return unattested.flatMap(({ row, certainty, next }) => {
    const pair = { alertId: alertIdOf(row.subject), webhookId: row.webhook_id }
    const webhook = webhooks.get(row.webhook_id)
    const before = told.get(nameOfPair(pair))
    const given = { pair, before, certainty, next }
    const telling = webhook && unattestedTelling(events.get(row.event_id), webhook, given)
    return telling ? [{ row, attested: { telling, certainty }, next }] : []
  })
}

async function findEvents(
  transaction: Transaction,
  rows: readonly ReturnedRow[],
): Promise<ReadonlyMap<EventId, Event>> {
  const byId = [...new Map(rows.map((row) => [row.event_id, row])).values()]
  const { rows: found } = await transaction.query(FIND_EVENTS, [
    byId.map((row) => row.event_id),
    byId.map((row) => row.event_at),
  ])
  return new Map(found.flatMap((row) => readEvent(row) ?? []).map((event) => [event.id, event]))
}
