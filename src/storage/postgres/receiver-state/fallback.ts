import { alertIdOf, kindOfSubject, type Event } from '../../../domain/alert/event.ts'
import { fallbackAt, isFallbackNotified } from '../../../domain/routing/fallback.ts'
import type { EventId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import type { Transaction } from '../connection/database.ts'
import { followAlerts, type Duty, type Failed } from './escalate.ts'
import { insertDeliveries, type NewDelivery } from '../queue/alert-queue-changes.ts'
import type { Deps } from '../node-memory/deps.ts'
import { LOCK_CLASS } from '../connection/locks.ts'
import { statement } from '../connection/statement.ts'

/** Has two failing webhooks with one fallback check after each other whether it was notified. */
const LOCK = statement<[eventIds: readonly EventId[]]>(`
SELECT pg_advisory_xact_lock(${LOCK_CLASS.fallback}, key)
FROM (SELECT DISTINCT (id & 2147483647)::integer AS key FROM unnest($1::bigint[]) AS id ORDER BY key) AS keys`)

/**
 * Selects by event, because a webhook may have very many receiver states. LIMIT keeps the planner from
 * reading a whole table.
 */
export const SELECT_RECEIVER_STATES = statement<
  [eventIds: readonly EventId[], eventAts: readonly Instant[], webhookIds: readonly WebhookId[]],
  ReceiverStateRow
>(`
SELECT events.kind, coalesce((
    SELECT true FROM deliveries WHERE event_id = given.event_id AND webhook_id + 0 = given.webhook_id LIMIT 1
  ), (
    SELECT true FROM ended_deliveries AS ended
    WHERE event_id = given.event_id AND event_at = given.event_at AND webhook_id + 0 = given.webhook_id LIMIT 1
  ), false) AS "isNotified"
FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) WITH ORDINALITY AS given (event_id, event_at, webhook_id, number)
LEFT JOIN events ON events.id = given.event_id AND events.accepted_at = given.event_at
ORDER BY given.number`)

/** Locks out others that add deliveries of these events. */
export async function lockFanOut(transaction: Transaction, eventIds: readonly EventId[]): Promise<void> {
  await transaction.query(LOCK, [eventIds])
}

interface ReceiverStateRow {
  readonly kind: Event['kind'] | null
  readonly isNotified: boolean
}

/**
 * Creates a delivery for the fallback of a failed one, if it is enabled and takes the payload type: of an
 * alert as it is now, which it follows until the end; of a job run if it has no delivery of it.
 * `disabledIds`: webhooks that this transaction disables. The alerts are locked.
 */
export async function addFallbacks(
  transaction: Transaction,
  deps: Pick<Deps, 'webhooks'>,
  {
    failed,
    now,
    disabledIds = new Set(),
  }: {
    readonly failed: readonly Failed[]
    readonly now: Instant
    readonly disabledIds?: ReadonlySet<WebhookId>
  },
): Promise<void> {
  if (failed.length === 0) return
  const duties = dutiesOf(failed, await deps.webhooks.all(transaction), disabledIds)
  await followAlerts(
    transaction,
    duties.filter(({ failed: { subject } }) => alertIdOf(subject) !== 0),
    now,
  )
  await escalateToFallbacks(
    transaction,
    duties.filter(({ failed: { subject } }) => alertIdOf(subject) === 0),
    now,
  )
}

async function escalateToFallbacks(
  transaction: Transaction,
  duties: readonly Duty[],
  now: Instant,
): Promise<void> {
  if (duties.length === 0) return
  const eventIds = duties.map((duty) => duty.failed.eventId)
  const locked = lockFanOut(transaction, eventIds)
  const { rows } = await transaction.query(SELECT_RECEIVER_STATES, [
    eventIds,
    duties.map((duty) => duty.failed.eventAt),
    duties.map(({ fallback }) => fallback.id),
  ])
  await locked
  const isWanted = (receiverState: ReceiverStateRow | undefined) =>
    receiverState !== undefined && receiverState.kind !== null && !receiverState.isNotified
  await insertDeliveries(
    transaction,
    duties.filter((_, index) => isWanted(rows[index])).map((duty) => toDelivery(duty, now)),
    now,
  )
}

/** Tells whether a failing delivery to this webhook may have its fallback notified, and follow alerts then. */
export function mayFallBack(webhooks: ReadonlyMap<WebhookId, Webhook>, webhookId: WebhookId): boolean {
  const fallbackId = webhooks.get(webhookId)?.fallbackWebhookId ?? null
  return fallbackId !== null && webhooks.has(fallbackId)
}

/** The first of two failed deliveries with one event and one fallback counts. */
function dutiesOf(
  failed: readonly Failed[],
  webhooks: ReadonlyMap<WebhookId, Webhook>,
  disabledIds: ReadonlySet<WebhookId>,
): readonly Duty[] {
  const duties = new Map<string, Duty>()
  for (const one of failed) {
    const fallback = webhooks.get(webhooks.get(one.webhookId)?.fallbackWebhookId ?? 0)
    if (!fallback || disabledIds.has(fallback.id)) continue
    if (!isFallbackNotified(fallback, { kind: kindOfSubject(one.subject) }, one.fallbackDepth)) continue
    const name = `${one.eventId} ${fallback.id}`
    if (!duties.has(name)) duties.set(name, { failed: one, fallback })
  }
  return [...duties.values()]
}

function toDelivery({ failed, fallback }: Duty, now: Instant): NewDelivery {
  const { id: fallbackOf, eventId, eventAt, subject, urgency, fallbackDepth } = failed
  return {
    webhookId: fallback.id,
    subject,
    urgency,
    eventId,
    eventAt,
    fallbackOf,
    fallbackDepth: fallbackDepth + 1,
    fallbackAt: fallbackAt(fallback, now),
  }
}
