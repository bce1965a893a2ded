import type { Breaker } from '../../../domain/flow/breaker.ts'
import { URGENCIES, type Urgency } from '../../../domain/delivery/urgency.ts'
import type { DueAts } from '../../../domain/flow/shares.ts'
import type { WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { BREAKER_NAMES, toBreaker, type FlowRow } from '../../rows/flow-row.ts'
import type { Database } from '../connection/database.ts'
import { statement } from '../connection/statement.ts'

export interface SeenQueue {
  readonly webhookId: WebhookId
  readonly dueAt: Instant
  readonly dueAts: DueAts
  /** The first due time of each urgency that lies ahead; null: no such delivery. */
  readonly laterDueAts: DueAts
  /** Deliveries that all nodes send to it now; not counted where nothing is due. */
  readonly inFlight: number
  readonly breaker: Breaker
  readonly rateNextAt: Instant
  /** The version of its breaker; null: no breaker. */
  readonly flowSeen: string | null
}

export interface QueueScan {
  readonly version: number
  readonly failingHere: number
  readonly queues: readonly SeenQueue[]
}

interface QueueRow extends FlowRow, Record<`${'due' | 'later'}_${Urgency}`, Instant | null> {
  readonly due_at: Instant
  readonly sending: number
  readonly flow_seen: string | null
}

interface ScanRow {
  readonly version: number
  readonly failing_here: number
}

/**
 * Skips through the index of pending deliveries by webhook and urgency, whatever their number:
 * https://wiki.postgresql.org/wiki/Loose_indexscan. Held deliveries have no due time and come last.
 */
export const QUEUES_WITH_PENDING = `
WITH RECURSIVE queue AS (
  (SELECT webhook_id, queue_urgency, due_at FROM deliveries WHERE state = 'pending'
   ORDER BY webhook_id, queue_urgency, due_at, id LIMIT 1)
  UNION ALL
  SELECT next.webhook_id, next.queue_urgency, next.due_at
  FROM queue CROSS JOIN LATERAL (
    SELECT webhook_id, queue_urgency, due_at FROM deliveries
    WHERE state = 'pending' AND (webhook_id, queue_urgency) > (queue.webhook_id, queue.queue_urgency)
    ORDER BY webhook_id, queue_urgency, due_at, id LIMIT 1
  ) AS next
)`

const ofEach = (column: string, name: string) =>
  URGENCIES.map((urgency) => `min(${column}) FILTER (WHERE queue_urgency = ${urgency}) AS ${name}_${urgency}`)

export const SCAN = statement<
  [now: Instant, webhookIds: readonly WebhookId[], inFlight: readonly number[]],
  ScanRow & (QueueRow | Record<keyof QueueRow, null>)
>(`${QUEUES_WITH_PENDING}, ahead AS (
  SELECT queue.*, CASE WHEN queue.due_at <= $1 THEN (
    SELECT later.due_at FROM deliveries AS later
    WHERE later.webhook_id = queue.webhook_id AND later.state = 'pending' AND later.queue_urgency = queue.queue_urgency
      AND later.due_at > $1
    ORDER BY later.due_at, later.id LIMIT 1
  ) ELSE queue.due_at END AS later_due_at
  FROM queue WHERE queue.due_at IS NOT NULL
), whole AS (
  SELECT webhook_id, min(due_at) AS due_at, ${[...ofEach('due_at', 'due'), ...ofEach('later_due_at', 'later')].join(', ')}
  FROM ahead GROUP BY webhook_id
), seen AS (
  SELECT whole.*, CASE WHEN whole.due_at <= $1 THEN (
      SELECT count(*) FROM deliveries AS sent WHERE sent.webhook_id = whole.webhook_id AND sent.state = 'sending'
    ) ELSE 0 END AS sending,
    ${BREAKER_NAMES.map((name) => `flow.${name}`).join(', ')}, flow.rate_next_at, flow.flow_seen
  FROM whole LEFT JOIN LATERAL (
    SELECT *, xmin::text AS flow_seen FROM webhook_flow WHERE webhook_id = whole.webhook_id OFFSET 0
  ) AS flow ON true
)
SELECT webhooks_version.version,
  (SELECT coalesce(sum(here.count) FILTER (WHERE (
     SELECT failures > 0 FROM webhook_flow WHERE webhook_id = here.webhook_id
   )), 0) FROM unnest($2::bigint[], $3::bigint[]) AS here (webhook_id, count))::bigint AS failing_here,
  seen.*
FROM webhooks_version LEFT JOIN seen ON true`)

/** Reads what is pending, webhook by webhook. `inFlight`: what this process sends. */
export async function scan(
  database: Pick<Database, 'scan'>,
  { now, inFlight }: { readonly now: Instant; readonly inFlight: ReadonlyMap<WebhookId, number> },
): Promise<QueueScan> {
  const rows = await database.scan(SCAN, [now, [...inFlight.keys()], [...inFlight.values()]])
  return {
    version: rows[0]?.version ?? 0,
    failingHere: rows[0]?.failing_here ?? 0,
    queues: rows.flatMap((row) => (row.webhook_id === null ? [] : [toSeenQueue(row)])),
  }
}

function toSeenQueue(row: QueueRow): SeenQueue {
  const isKnown = row.flow_seen !== null
  return {
    webhookId: row.webhook_id,
    dueAt: row.due_at,
    dueAts: URGENCIES.map((urgency) => row[`due_${urgency}`]),
    laterDueAts: URGENCIES.map((urgency) => row[`later_${urgency}`]),
    inFlight: row.sending,
    breaker: toBreaker(isKnown ? row : undefined),
    rateNextAt: isKnown ? row.rate_next_at : 0,
    flowSeen: row.flow_seen,
  }
}
