import type { AlertId, DeliveryId, EventId, NodeId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { URGENCIES, URGENCY, type Urgency } from '../../../domain/delivery/urgency.ts'
import { takePermits } from '../../../domain/flow/rate.ts'
import { usesCurrentState } from '../../../domain/receiver-state/receiver-state.ts'
import type { AlertState } from '../../../domain/alert/alert.ts'
import type { Share } from '../../../domain/flow/claim-plan.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import type { ClaimRow, DeliveryRow } from '../../rows/delivery-row.ts'
import type { EventRow } from '../../rows/event-row.ts'
import type { Database, Rows, Transaction } from '../connection/database.ts'
import { LOCK_CLASS } from '../connection/locks.ts'
import { statement } from '../connection/statement.ts'

/** A request to lease deliveries of one webhook. The lease counts again, and compares the flow. */
export interface Wanted extends Pick<Share<never>, 'count' | 'mostUnderWay' | 'leaseUntil' | 'choice'> {
  readonly webhook: Pick<Webhook, 'id' | 'rateLimit' | 'mode' | 'payloadType'>
  readonly queue: { readonly rateNextAt: Instant; readonly flowSeen: string | null }
}

export interface LeasedRow extends ClaimRow, Pick<DeliveryRow, 'event_id'>, Omit<EventRow, 'id'> {
  readonly delivery_id: DeliveryId
  /** Null: there is no such event. */
  readonly id: EventId | null
  /** Null: no receiver state. */
  readonly sent_state?: AlertState | null
  readonly sent_episode_number?: number
  readonly desired_state?: AlertState
  readonly desired_episode_number?: number
  readonly notified_event_id?: EventId
  readonly escalated?: number
}

export interface Leased {
  readonly rows: readonly LeasedRow[]
  /** The version of its breaker now. */
  readonly flowSeen: string | null
}

interface DeliveryResult extends LeasedRow {
  readonly queue_id: WebhookId
}

interface QueueResult {
  readonly queue_id: WebhookId
  readonly delivery_id: null
  readonly flow_seen: string | null
}

/**
 * Locks the webhooks to claim from, without waiting. The settings pass the obtained locks to the next
 * statement.
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

const PENDING = "webhook_id = locked.webhook_id AND state = 'pending'"

const takeDue = (urgency: Urgency, limit: string, before: string) => `ARRAY(
    SELECT id FROM deliveries
    WHERE ${PENDING} AND queue_urgency = ${urgency} AND due_at <= $7 AND id <> ALL (${before})
    ORDER BY due_at, id
    LIMIT CASE WHEN locked.due_urgencies & ${1 << urgency} <> 0 THEN greatest(0, ${limit}) ELSE 0 END
    FOR NO KEY UPDATE SKIP LOCKED
  )`

const { high, endOfHigh, normal, low } = URGENCY

/**
 * The slots of the less urgent first, then the rest by urgency. OFFSET 0 keeps each part from being run
 * wherever it is named.
 */
const BY_URGENCY = `
  CROSS JOIN LATERAL (SELECT ${takeDue(low, 'least(locked.low_turns, left_over)', 'asked_ids')} AS ids OFFSET 0) AS low_turn
  CROSS JOIN LATERAL (SELECT ${takeDue(normal, 'least(locked.normal_turns, left_over - cardinality(low_turn.ids))', 'asked_ids')} AS ids OFFSET 0) AS normal_turn
  CROSS JOIN LATERAL (SELECT asked_ids || low_turn.ids || normal_turn.ids AS ids OFFSET 0) AS turned
  CROSS JOIN LATERAL (SELECT ${takeDue(high, 'locked.room - cardinality(turned.ids)', 'turned.ids')} AS ids OFFSET 0) AS highs
  CROSS JOIN LATERAL (SELECT turned.ids || highs.ids || ${takeDue(endOfHigh, 'locked.room - cardinality(turned.ids) - cardinality(highs.ids)', 'turned.ids')} AS ids OFFSET 0) AS urgent
  CROSS JOIN LATERAL (SELECT urgent.ids || ${takeDue(normal, 'locked.room - cardinality(urgent.ids)', 'urgent.ids')} AS ids OFFSET 0) AS ordinary
  CROSS JOIN LATERAL (SELECT ordinary.ids || ${takeDue(low, 'locked.room - cardinality(ordinary.ids)', 'ordinary.ids')} AS ids OFFSET 0) AS chosen`

/** Nearly always there is only one urgency, for which this costs half. */
const ONE_URGENCY = `
  CROSS JOIN LATERAL (SELECT asked_ids || ARRAY(
    SELECT id FROM deliveries
    WHERE ${PENDING} AND queue_urgency = locked.urgency AND due_at <= $7 AND id <> ALL (asked_ids)
    ORDER BY due_at, id LIMIT greatest(0, left_over) FOR NO KEY UPDATE SKIP LOCKED
  ) AS ids OFFSET 0) AS chosen`

const PROBE = `
  CROSS JOIN LATERAL (SELECT CASE WHEN left_over > 0 THEN coalesce(${[
    ...URGENCIES.map(
      (urgency) => `(
      SELECT id FROM deliveries
      WHERE ${PENDING} AND queue_urgency = ${urgency} AND due_at <= $7 AND id IS DISTINCT FROM locked.failed_id
        AND id <> ALL (asked_ids)
      ORDER BY due_at DESC, id DESC LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)`,
    ),
    `(
      SELECT id FROM (SELECT * FROM deliveries WHERE id = locked.failed_id OFFSET 0 FOR NO KEY UPDATE SKIP LOCKED) AS failed
      WHERE ${PENDING} AND due_at <= $7 AND id <> ALL (asked_ids))`,
  ].join(', ')}) END AS id OFFSET 0) AS probe
  CROSS JOIN LATERAL (SELECT array_remove(asked_ids || probe.id, NULL) AS ids OFFSET 0) AS chosen`

const NO_RECEIVER_STATES = `, NULL::text AS sent_state, NULL::integer AS sent_episode_number, NULL::text AS desired_state, NULL::integer AS desired_episode_number,
  NULL::bigint AS notified_event_id, NULL::smallint AS escalated`
const WITH_STATE =
  ', receiver_states.sent_state, receiver_states.sent_episode_number, receiver_states.desired_state, receiver_states.desired_episode_number, receiver_states.event_id, receiver_states.escalated'

/**
 * Runs after the locks, so that it sees what their former holders did. Leaves out webhooks whose breakers
 * changed since the decision, and all if the webhooks changed. A delivery that somebody retried comes first,
 * until its schedule has begun; OFFSET 0 has it found by its id. The first part has a row per webhook, the
 * second one per delivery. A receiver state changes only while one of its deliveries is being sent or none is
 * due, so it may be read here.
 */
const leaseSql = (columns: string, arrays: string, choice: string, isRemembered: boolean) => `
WITH locked AS MATERIALIZED (
  SELECT wanted.*, flow.first_delivery_id, greatest(0, least(wanted.count, wanted.most - (
    SELECT count(*) FROM deliveries AS sent WHERE sent.webhook_id = wanted.webhook_id AND sent.state = 'sending'
  ))) AS room
  FROM unnest($1::bigint[], $2::integer[], $3::integer[], $4::bigint[], $5::text[], ${arrays})
    AS wanted (webhook_id, count, most, lease_until, flow_seen, ${columns})
  LEFT JOIN webhook_flow AS flow ON flow.webhook_id = wanted.webhook_id
  WHERE wanted.webhook_id = ANY ((SELECT string_to_array(current_setting('tocsin.locked'), ','))::bigint[])
    AND flow.xmin::text IS NOT DISTINCT FROM wanted.flow_seen
    AND (SELECT version FROM webhooks_version) = $6
), due AS MATERIALIZED (
  SELECT chosen_id AS id, locked.lease_until
  FROM locked CROSS JOIN LATERAL (
    SELECT ARRAY(
      SELECT asked.id FROM (
        SELECT * FROM deliveries WHERE id = locked.first_delivery_id OFFSET 0 FOR NO KEY UPDATE SKIP LOCKED
      ) AS asked
      WHERE locked.room > 0 AND asked.webhook_id = locked.webhook_id AND asked.state = 'pending' AND asked.due_at <= $7
        AND asked.attempts_made = asked.attempts_uncounted
    ) AS asked_ids OFFSET 0
  ) AS asked
  CROSS JOIN LATERAL (SELECT locked.room - cardinality(asked_ids) AS left_over OFFSET 0) AS rest
  ${choice}
  CROSS JOIN LATERAL unnest(chosen.ids) AS chosen_id
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
SELECT locked.webhook_id AS queue_id, coalesce(turns.flow_seen, locked.flow_seen) AS flow_seen, NULL::bigint AS delivery_id,
  NULL::integer AS attempts_made, NULL::integer AS attempts_uncounted, NULL::bigint AS lease_until, NULL::bigint AS created_at,
  NULL::bigint AS begun_at, NULL::bigint AS event_id, NULL::bigint AS id, NULL::text AS kind, NULL::text AS source,
  NULL::text AS name, NULL::bigint AS at, NULL::bigint AS accepted_at, NULL::bigint AS alert_id, NULL::bigint AS job_run_id,
  NULL::text AS body, NULL::bigint AS digest, NULL::text AS epoch,
  NULL::text AS leased_by${isRemembered ? NO_RECEIVER_STATES : ''}
FROM locked LEFT JOIN turns ON turns.webhook_id = locked.webhook_id
UNION ALL
SELECT leased.webhook_id, NULL, leased.id, leased.attempts_made, leased.attempts_uncounted, leased.lease_until,
  leased.created_at, leased.begun_at, leased.event_id, event.id, event.kind, event.source, event.name, event.at,
  event.accepted_at, event.alert_id, event.job_run_id, event.body, event.digest, leased.epoch, leased.leased_by${isRemembered ? WITH_STATE : ''}
FROM leased LEFT JOIN events AS event ON event.id = leased.event_id AND event.accepted_at = leased.event_at
${isRemembered ? 'LEFT JOIN receiver_states ON receiver_states.alert_id = event.alert_id AND receiver_states.webhook_id = leased.webhook_id' : ''}`

export type Results = QueueResult | DeliveryResult

const statementsOf = (isRemembered: boolean) => ({
  byUrgency: statement<
    [
      ...LeaseValues,
      lowTurns: readonly number[],
      normalTurns: readonly number[],
      dueUrgencies: readonly number[],
    ],
    Results
  >(
    leaseSql(
      'low_turns, normal_turns, due_urgencies',
      '$13::integer[], $14::integer[], $15::integer[]',
      BY_URGENCY,
      isRemembered,
    ),
  ),
  oneUrgency: statement<[...LeaseValues, urgencies: readonly Urgency[]], Results>(
    leaseSql('urgency', '$13::smallint[]', ONE_URGENCY, isRemembered),
  ),
  probes: statement<[...LeaseValues, failedIds: readonly (DeliveryId | null)[]], Results>(
    leaseSql('failed_id', '$13::bigint[]', PROBE, isRemembered),
  ),
})

const PLAIN = statementsOf(false)
const WITH_RECEIVER_STATE = statementsOf(true)
export const { byUrgency: LEASE, oneUrgency: LEASE_ONE_URGENCY, probes: LEASE_PROBES } = PLAIN
export const LEASE_WITH_RECEIVER_STATE = WITH_RECEIVER_STATE.byUrgency

export interface LeaseTerms {
  readonly now: Instant
  readonly version: number
  readonly node: NodeId
  /** Numbers the leases of this node. */
  readonly claimNumber: number
  /** Receiver states may exist, and are read as well. */
  readonly isRemembered: boolean
}

interface ManyTerms extends Omit<LeaseTerms, 'claimNumber'> {
  readonly nextNumber: () => number
  /** Called with the number of a lease whose response was lost: the server may have committed it. */
  readonly onDoubt: (claimNumber: number) => void
}

/**
 * Leases in one round trip per kind of choice, so that locks never wait for this process. The result leaves
 * out webhooks that changed or that another node claims.
 */
export async function lease(
  database: Pick<Database, 'transaction'>,
  wanted: readonly Wanted[],
  given: ManyTerms,
): Promise<ReadonlyMap<WebhookId, Leased>> {
  const leased = new Map<WebhookId, Leased>()
  const groups = Map.groupBy(wanted, ({ choice, webhook }) => `${choice.kind} ${usesCurrentState(webhook)}`)
  for (const ofKind of groups.values()) {
    const claimNumber = given.nextNumber()
    try {
      const answered = await leaseAll(database, ofKind, { ...given, claimNumber })
      for (const [id, one] of answered) leased.set(id, one)
    } catch (error) {
      given.onDoubt(claimNumber)
      // Returns what is leased; the next scan of the others reports the problem.
      if (![...leased.values()].some(({ rows }) => rows.length > 0)) throw error
      return leased
    }
  }
  return leased
}

/**
 * Leases deliveries of one kind of choice. In current-state mode durably: an undone claim would count as not
 * sent, though its request may have left.
 */
async function leaseAll(
  database: Pick<Database, 'transaction'>,
  wanted: readonly Wanted[],
  terms: LeaseTerms,
): Promise<ReadonlyMap<WebhookId, Leased>> {
  const isDurable = wanted.some(({ webhook }) => usesCurrentState(webhook))
  const results = await database.transaction((transaction) => leaseIn(transaction, wanted, terms), {
    isDurable,
  })
  if (!isDurable) await keepFollowed(database, results)
  return leasedOf(results)
}

/** Leases in a transaction with the lock `shared`, and commits it. */
export async function leaseIn(
  transaction: Transaction,
  wanted: readonly Wanted[],
  { now, version, node, claimNumber, isRemembered }: LeaseTerms,
): Promise<readonly Results[]> {
  const ordered = wanted.toSorted((one, other) => one.webhook.id - other.webhook.id)
  const ids = ordered.map(({ webhook }) => webhook.id)
  const quota = ordered.flatMap((one) => turnsOf(one, now))
  const values: LeaseValues = [
    ids,
    ordered.map(({ count }) => count),
    ordered.map(({ mostUnderWay }) => mostUnderWay),
    ordered.map(({ leaseUntil }) => leaseUntil),
    ordered.map(({ queue }) => queue.flowSeen),
    version,
    now,
    quota.map(({ webhookId }) => webhookId),
    quota.map(({ count }) => count),
    quota.map(({ nextAt }) => nextAt),
    node,
    claimNumber,
  ]
  const locked = transaction.query(LOCK, [ids])
  const { rows } = await queryByChoice(transaction, ordered, { values, isRemembered })
  await locked
  return rows
}

export function leasedOf(results: readonly Results[]): ReadonlyMap<WebhookId, Leased> {
  const byWebhook = Map.groupBy(results, ({ queue_id: id }) => id)
  return new Map([...byWebhook].map(([id, ofOne]) => [id, toLeased(ofOne)]))
}

const KEEP = statement<[alertId: AlertId, webhookId: WebhookId]>(
  'UPDATE receiver_states SET escalated = 1 WHERE alert_id = $1 AND webhook_id = $2 AND escalated = 1',
)

/** Makes the claim of an escalated alert durable, by a later durable commit. */
async function keepFollowed(
  database: Pick<Database, 'transaction'>,
  results: readonly Results[],
): Promise<void> {
  const row = results.find((result) => 'escalated' in result && result.escalated === 1)
  if (!row || row.delivery_id === null || row.alert_id === null) return
  const { alert_id: alertId, queue_id: webhookId } = row
  await database.transaction((transaction) => transaction.queryLast(KEEP, [alertId, webhookId]), {
    lock: 'none',
  })
}

function queryByChoice(
  transaction: Transaction,
  wanted: readonly Wanted[],
  { values, isRemembered }: { readonly values: LeaseValues; readonly isRemembered: boolean },
): Promise<Rows<Results>> {
  const { byUrgency, oneUrgency, probes } = isRemembered ? WITH_RECEIVER_STATE : PLAIN
  const failedIds = wanted.flatMap(({ choice }) => (choice.kind === 'probe' ? [choice.failedId] : []))
  if (failedIds.length > 0) return transaction.queryLast(probes, [...values, failedIds])
  const urgencies = wanted.flatMap(({ choice }) => (choice.kind === 'one urgency' ? [choice.urgency] : []))
  if (urgencies.length > 0) return transaction.queryLast(oneUrgency, [...values, urgencies])
  const choices = wanted.flatMap(({ choice }) => (choice.kind === 'by urgency' ? [choice] : []))
  return transaction.queryLast(byUrgency, [
    ...values,
    choices.map(({ quota }) => quota[low]),
    choices.map(({ quota }) => quota[normal]),
    choices.map(({ due }) => due.reduce<number>((bits, urgency) => bits | (1 << urgency), 0)),
  ])
}

function toLeased(results: readonly Results[]): Leased {
  const rows = results.filter((row): row is DeliveryResult => row.delivery_id !== null)
  const queue = results.find((row): row is QueueResult => row.delivery_id === null)
  return {
    rows: rows.toSorted((one, other) => one.delivery_id - other.delivery_id),
    flowSeen: queue?.flow_seen ?? null,
  }
}

/** Returns when its next permit would come, for each number that may be found. */
function turnsOf({ webhook, count: most, queue: { rateNextAt } }: Wanted, now: Instant) {
  const { id: webhookId, rateLimit } = webhook
  if (rateLimit === null) return []
  return Array.from({ length: most }, (_, index) => {
    const count = index + 1
    return { webhookId, count, nextAt: takePermits(rateLimit, rateNextAt, { count, now }) }
  })
}
