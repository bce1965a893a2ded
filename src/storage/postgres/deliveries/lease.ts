import type { DeliveryId, EventId, NodeId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { takeTurns } from '../../../domain/flow/rate.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import type { ClaimRow } from '../../rows/claim-row.ts'
import type { DeliveryRow } from '../../rows/delivery-row.ts'
import type { EventRow } from '../../rows/event-row.ts'
import type { Database } from '../connection/database.ts'
import { LOCK_CLASS } from '../connection/locks.ts'
import { statement } from '../connection/statement.ts'

/** How many of one webhook are wanted, and what was seen when that was decided. */
export interface Wanted {
  readonly webhook: Pick<Webhook, 'id' | 'rateLimit'>
  readonly count: number
  /** So many may be under way in all, counted again when they are leased. */
  readonly mostUnderWay: number
  readonly leaseUntil: Instant
  readonly rateNextAt: Instant
  readonly flowSeen: string | null
}

/** One that was leased, with its event. */
export interface LeasedRow extends ClaimRow, Pick<DeliveryRow, 'event_id'>, Omit<EventRow, 'id'> {
  readonly delivery_id: DeliveryId
  /** Of its event; null: there is no such event. */
  readonly id: EventId | null
}

/** What came of one webhook. */
export interface Leased {
  readonly rows: readonly LeasedRow[]
  /** Which version its breaker is now. */
  readonly flowSeen: string | null
}

interface DeliveryAnswer extends LeasedRow {
  readonly lane_id: WebhookId
}

interface LaneAnswer {
  readonly lane_id: WebhookId
  readonly delivery_id: null
  readonly flow_seen: string | null
}

/**
 * Whoever claims deliveries of a webhook holds its lock. Another node that is at it right now is not waited for. The
 * words tell the next statement, which travels with this one, which locks it got; they end with the transaction.
 */
const LOCK = statement<[webhookIds: readonly WebhookId[]]>(`
SELECT set_config('tocsin.locked', coalesce(string_agg(id::text, ','), ''), true)
FROM unnest($1::bigint[]) AS id
WHERE pg_try_advisory_xact_lock(${LOCK_CLASS.claim}, (id & 2147483647)::integer)`)

type LeaseValues = [
  webhookIds: readonly WebhookId[],
  counts: readonly number[],
  mostUnderWay: readonly number[],
  leasedUntil: readonly Instant[],
  flowsSeen: readonly (string | null)[],
  version: number,
  now: Instant,
  turnsOf: readonly WebhookId[],
  turnCounts: readonly number[],
  turnsAt: readonly Instant[],
  node: NodeId,
  claimNumber: number,
]

/**
 * A statement later than the locks, so that it sees what whoever had them before has done. What was decided by a breaker
 * or by webhooks that have changed since is not done: such a webhook is not among the answers at all.
 * What somebody asked for by hand comes first, until its schedule has begun; OFFSET 0 has it found by its id, whatever the
 * statistics say.
 * The first part of them is one row for each webhook, the second one for each delivery.
 */
export const LEASE = statement<LeaseValues, LaneAnswer | DeliveryAnswer>(`
WITH locked AS MATERIALIZED (
  SELECT wanted.*, flow.first_delivery_id, greatest(0, least(wanted.count, wanted.most - (
    SELECT count(*) FROM deliveries AS sent WHERE sent.webhook_id = wanted.webhook_id AND sent.state = 'sending'
  ))) AS room
  FROM unnest($1::bigint[], $2::integer[], $3::integer[], $4::bigint[], $5::text[])
    AS wanted (webhook_id, count, most, lease_until, flow_seen)
  LEFT JOIN webhook_flow AS flow ON flow.webhook_id = wanted.webhook_id
  WHERE wanted.webhook_id = ANY ((SELECT string_to_array(current_setting('tocsin.locked'), ','))::bigint[])
    AND flow.xmin::text IS NOT DISTINCT FROM wanted.flow_seen
    AND (SELECT version FROM webhooks_version) = $6
), asked AS MATERIALIZED (
  SELECT asked.id, asked.webhook_id, locked.lease_until
  FROM locked CROSS JOIN LATERAL (
    SELECT * FROM deliveries WHERE id = locked.first_delivery_id OFFSET 0 FOR NO KEY UPDATE SKIP LOCKED
  ) AS asked
  WHERE locked.room > 0 AND asked.webhook_id = locked.webhook_id AND asked.state = 'pending' AND asked.due_at <= $7
    AND asked.attempts_made = asked.attempts_uncounted
), due AS MATERIALIZED (
  SELECT id, lease_until FROM asked
  UNION ALL
  SELECT first.id, locked.lease_until
  FROM locked CROSS JOIN LATERAL (
    SELECT id FROM deliveries
    WHERE webhook_id = locked.webhook_id AND state = 'pending' AND due_at <= $7 AND id NOT IN (SELECT id FROM asked)
    ORDER BY due_at, id
    LIMIT locked.room - (SELECT count(*) FROM asked WHERE asked.webhook_id = locked.webhook_id)
    FOR NO KEY UPDATE SKIP LOCKED
  ) AS first
), leased AS (
  UPDATE deliveries SET state = 'sending', attempts_made = attempts_made + 1, due_at = NULL, lease_until = due.lease_until,
    leased_by = $11::text || ':' || (attempts_made + 1) || ':' || $12::bigint,
    begun_at = CASE WHEN attempts_made = attempts_uncounted THEN $7 ELSE begun_at END
  FROM due WHERE deliveries.id = due.id
  RETURNING deliveries.*
), turns AS (
  INSERT INTO webhook_flow (webhook_id, rate_next_at)
  SELECT turn.webhook_id, turn.next_at
  FROM unnest($8::bigint[], $9::bigint[], $10::double precision[]) AS turn (webhook_id, count, next_at)
  JOIN (SELECT webhook_id, count(*) AS count FROM leased GROUP BY webhook_id) AS taken
    ON taken.webhook_id = turn.webhook_id AND taken.count = turn.count
  ON CONFLICT (webhook_id) DO UPDATE SET rate_next_at = excluded.rate_next_at
  RETURNING webhook_id, xmin::text AS flow_seen
)
SELECT locked.webhook_id AS lane_id, coalesce(turns.flow_seen, locked.flow_seen) AS flow_seen, NULL::bigint AS delivery_id,
  NULL::integer AS attempts_made, NULL::integer AS attempts_uncounted, NULL::bigint AS lease_until, NULL::bigint AS created_at,
  NULL::bigint AS begun_at, NULL::bigint AS event_id, NULL::bigint AS id, NULL::text AS kind, NULL::text AS source,
  NULL::text AS name, NULL::bigint AS at, NULL::bigint AS accepted_at, NULL::bigint AS alert_id, NULL::bigint AS job_run_id,
  NULL::text AS body, NULL::text AS epoch,
  NULL::text AS leased_by
FROM locked LEFT JOIN turns ON turns.webhook_id = locked.webhook_id
UNION ALL
SELECT leased.webhook_id, NULL, leased.id, leased.attempts_made, leased.attempts_uncounted, leased.lease_until,
  leased.created_at, leased.begun_at, leased.event_id, event.id, event.kind, event.source, event.name, event.at,
  event.accepted_at, event.alert_id, event.job_run_id, event.body, leased.epoch, leased.leased_by
FROM leased LEFT JOIN events AS event ON event.id = leased.event_id AND event.accepted_at = leased.event_at`)

export interface LeaseTerms {
  readonly now: Instant
  /** Of the webhooks by which it was decided. */
  readonly version: number
  readonly node: NodeId
  /** Of all that this node ever asks for. A crash of the server may undo a lease, and then its attempt is numbered once more. */
  readonly claimNumber: number
}

/**
 * Leases in one journey to the database and back: it holds the locks only as long as it works itself, even if this
 * process stops in the middle. The longest due of each webhook come first. The answer is by webhook; those are missing at which another node is, or that have changed.
 */
export async function lease(
  database: Pick<Database, 'transaction'>,
  wanted: readonly Wanted[],
  { now, version, node, claimNumber }: LeaseTerms,
): Promise<ReadonlyMap<WebhookId, Leased>> {
  const ordered = wanted.toSorted((one, other) => one.webhook.id - other.webhook.id)
  const ids = ordered.map(({ webhook }) => webhook.id)
  const turns = ordered.flatMap((one) => turnsOf(one, now))
  const values: LeaseValues = [
    ids,
    ordered.map(({ count }) => count),
    ordered.map(({ mostUnderWay }) => mostUnderWay),
    ordered.map(({ leaseUntil }) => leaseUntil),
    ordered.map(({ flowSeen }) => flowSeen),
    version,
    now,
    turns.map(({ webhookId }) => webhookId),
    turns.map(({ count }) => count),
    turns.map(({ nextAt }) => nextAt),
    node,
    claimNumber,
  ]
  const answers = await database.transaction(
    async (transaction) => {
      const locked = transaction.query(LOCK, [ids])
      const { rows } = await transaction.queryLast(LEASE, values)
      await locked
      return rows
    },
    { isDurable: false },
  )
  const byWebhook = Map.groupBy(answers, ({ lane_id: id }) => id)
  return new Map([...byWebhook].map(([id, ofOne]) => [id, toLeased(ofOne)]))
}

function toLeased(answers: readonly (LaneAnswer | DeliveryAnswer)[]): Leased {
  const rows = answers.filter((row): row is DeliveryAnswer => row.delivery_id !== null)
  const lane = answers.find((row): row is LaneAnswer => row.delivery_id === null)
  return {
    rows: rows.toSorted((one, other) => one.delivery_id - other.delivery_id),
    flowSeen: lane?.flow_seen ?? null,
  }
}

/** When its next turn would come, for each number that may be found. */
function turnsOf({ webhook, count: most, rateNextAt }: Wanted, now: Instant) {
  const { id: webhookId, rateLimit } = webhook
  if (rateLimit === null) return []
  return Array.from({ length: most }, (_, index) => {
    const count = index + 1
    return { webhookId, count, nextAt: takeTurns(rateLimit, rateNextAt, { count, now }) }
  })
}
