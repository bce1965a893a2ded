import type { Urgency } from '../../../domain/delivery/urgency.ts'
import type { DeliveryId, EventId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Transaction } from '../connection/database.ts'
import { statement } from '../connection/statement.ts'

/** Columns of a superseded delivery that stay. */
export const SUPERSEDED_COLUMNS =
  'id, event_id, event_at, webhook_id, subject, attempts_made, attempts_uncounted, begun_at, created_at, last_failure, fallback_of, fallback_depth, operation_id, epoch, urgency'

/** Supersedes deliveries that are not being sent: those may arrive, and end by themselves. */
const SUPERSEDE = statement<
  [ids: readonly DeliveryId[], reasons: readonly string[], ats: readonly Instant[]]
>(`
WITH gone AS (
  DELETE FROM deliveries USING unnest($1::bigint[], $2::text[], $3::bigint[]) AS given (id, reason, at)
  WHERE deliveries.id = given.id AND deliveries.state IN ('waiting', 'pending')
  RETURNING deliveries.*, given.reason, given.at
)
INSERT INTO ended_deliveries (${SUPERSEDED_COLUMNS}, state, finished_at, last_reason)
SELECT ${SUPERSEDED_COLUMNS}, 'superseded', at, coalesce(last_reason || '; ', '') || reason FROM gone`)

/** A delivery that is not sent, or not again, with a reason to append. */
export interface Superseded {
  readonly id: DeliveryId
  readonly reason: string
  readonly at: Instant
}

export async function supersede(transaction: Transaction, superseded: readonly Superseded[]): Promise<void> {
  if (superseded.length === 0) return
  await transaction.query(SUPERSEDE, [
    superseded.map(({ id }) => id),
    superseded.map(({ reason }) => reason),
    superseded.map(({ at }) => at),
  ])
}

export interface Made {
  readonly eventId: EventId
  readonly eventAt: Instant
  readonly webhookId: WebhookId
  readonly subject: string
  readonly state: 'pending' | 'waiting'
  readonly dueAt: Instant
  readonly urgency: Urgency
  readonly attemptsUncounted: number
  readonly begunAt: Instant | null
  readonly fallbackAt: Instant | null
  readonly fallbackDepth: number
}

type MadeValues = [
  eventIds: readonly EventId[],
  eventAts: readonly Instant[],
  webhookIds: readonly WebhookId[],
  subjects: readonly string[],
  dueAts: readonly (Instant | null)[],
  urgencies: readonly Urgency[],
  uncounted: readonly number[],
  begunAts: readonly (Instant | null)[],
  fallbackAts: readonly (Instant | null)[],
  depths: readonly number[],
]

const MADE = `unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::smallint[], $7::integer[], $8::bigint[],
    $9::bigint[], $10::integer[])
  AS made (event_id, event_at, webhook_id, subject, due_at, urgency, uncounted, begun_at, fallback_at, depth)`

const TAKE_IDS = statement<[count: number], { id: DeliveryId }>(
  "SELECT nextval('delivery_ids') AS id FROM generate_series(1, $1::integer)",
)

/** Inserts deliveries that something newer replaced in the same transaction. */
const INSERT_SUPERSEDED = statement<
  [...MadeValues, finishedAts: readonly Instant[], reasons: readonly string[], ids: readonly DeliveryId[]]
>(`
INSERT INTO ended_deliveries (id, event_id, event_at, webhook_id, subject, state, attempts_made, attempts_uncounted, begun_at, created_at,
  finished_at, last_reason, fallback_depth, epoch, urgency)
SELECT ended.id, made.event_id, made.event_at, made.webhook_id, made.subject, 'superseded', 0, made.uncounted,
  made.begun_at, made.event_at, ended.at, ended.reason, made.depth, nullif(current_setting('tocsin.epoch', true), ''), made.urgency
FROM (SELECT made.*, row_number() OVER () AS place FROM ${MADE}) AS made
JOIN unnest($11::bigint[], $12::text[], $13::bigint[]) WITH ORDINALITY AS ended (at, reason, id, place) ON ended.place = made.place`)

/** Reserves delivery ids, lower than those of later statements. */
export async function takeDeliveryIds(
  transaction: Transaction,
  count: number,
): Promise<readonly DeliveryId[]> {
  if (count === 0) return []
  return (await transaction.query(TAKE_IDS, [count])).rows.map(({ id }) => id)
}

/** A delivery that something newer replaced in the transaction that made it. */
export type EndedAtOnce = Made & Pick<Superseded, 'id' | 'reason'> & { readonly endedAt: Instant }

export async function insertSuperseded(
  transaction: Transaction,
  made: readonly EndedAtOnce[],
): Promise<void> {
  if (made.length === 0) return
  await transaction.query(INSERT_SUPERSEDED, [
    ...valuesOf(made),
    made.map(({ endedAt }) => endedAt),
    made.map(({ reason }) => reason),
    made.map(({ id }) => id),
  ])
}

function valuesOf(made: readonly Made[]): MadeValues {
  return [
    made.map(({ eventId }) => eventId),
    made.map(({ eventAt }) => eventAt),
    made.map(({ webhookId }) => webhookId),
    made.map(({ subject }) => subject),
    made.map(({ state, dueAt }) => (state === 'waiting' ? null : dueAt)),
    made.map(({ urgency }) => urgency),
    made.map(({ attemptsUncounted }) => attemptsUncounted),
    made.map(({ begunAt }) => begunAt),
    made.map(({ fallbackAt }) => fallbackAt),
    made.map(({ fallbackDepth }) => fallbackDepth),
  ]
}

export interface Promoted {
  readonly id: DeliveryId
  readonly dueAt: Instant
  readonly urgency: Urgency
  readonly attemptsUncounted: number
  readonly begunAt: Instant | null
  readonly fallbackAt: Instant | null
}

const PROMOTE = statement<
  [
    ids: readonly DeliveryId[],
    dueAts: readonly Instant[],
    urgencies: readonly Urgency[],
    uncounted: readonly number[],
    begunAts: readonly (Instant | null)[],
    fallbackAts: readonly (Instant | null)[],
  ]
>(`
UPDATE deliveries SET state = 'pending', due_at = CASE WHEN webhooks.enabled THEN next.due_at END, queue_urgency = next.urgency,
  attempts_uncounted = next.uncounted, begun_at = next.begun_at, fallback_at = next.fallback_at
FROM unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::integer[], $5::bigint[], $6::bigint[])
  AS next (id, due_at, urgency, uncounted, begun_at, fallback_at), webhooks
WHERE deliveries.id = next.id AND webhooks.id = deliveries.webhook_id AND deliveries.state = 'waiting'`)

/** Call it after the statement that removed what these waited for. */
export async function promoteNewer(transaction: Transaction, promoted: readonly Promoted[]): Promise<void> {
  if (promoted.length === 0) return
  await transaction.query(PROMOTE, [
    promoted.map(({ id }) => id),
    promoted.map(({ dueAt }) => dueAt),
    promoted.map(({ urgency }) => urgency),
    promoted.map(({ attemptsUncounted }) => attemptsUncounted),
    promoted.map(({ begunAt }) => begunAt),
    promoted.map(({ fallbackAt }) => fallbackAt),
  ])
}
