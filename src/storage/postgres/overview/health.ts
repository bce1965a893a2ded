import { summariseQueues, type QueuesSummary } from '../../../domain/overview/backlog.ts'
import { NOTHING_PAUSED, PAUSED_COUNTED_MAX, type PausedBacklog } from '../../../domain/overview/overview.ts'
import type { WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { type OptionalFlowRow, toBreaker, toWebhookHealth } from '../../rows/flow-row.ts'
import { COUNTED_MAX, FALLBACK_FOR_MAX, type StoreMethods } from '../../store.ts'
import { countDifferences } from '../../scripts/receiver-states.ts'
import type { Database } from '../connection/database.ts'
import { runList } from '../connection/run-script.ts'
import { BacklogCounts } from '../queue/backlog-counts.ts'
import { EACH_URGENCY } from '../queue/each-urgency.ts'
import type { Deps } from '../node-memory/deps.ts'
import { NO_ID } from '../../transactions/list-scans.ts'

type QueueRow = OptionalFlowRow & {
  readonly id: WebhookId
  readonly due_at: Instant | null
  readonly enabled: boolean
}
type HealthRow = OptionalFlowRow & {
  readonly states: string
  readonly fallback_for: string
  readonly next_due_at: Instant | null
}

// Bounds the scan at both ends: held deliveries, without a due time, may be a million.
const FIRST_DUE = `SELECT min(one.due_at) AS due_at FROM ${EACH_URGENCY} CROSS JOIN LATERAL (
    SELECT due_at FROM deliveries
    WHERE (webhook_id, queue_urgency, due_at) >= (webhook.id, each.urgency, 0)
      AND (webhook_id, queue_urgency, due_at) <= (webhook.id, each.urgency, ${NO_ID}) AND state = 'pending'
    ORDER BY webhook_id, queue_urgency, due_at LIMIT 1
  ) AS one`

const QUEUES = `SELECT flow.*, webhook.id, first.due_at, webhook.enabled FROM webhooks AS webhook
  LEFT JOIN webhook_flow AS flow ON flow.webhook_id = webhook.id
  LEFT JOIN LATERAL (${FIRST_DUE}) AS first ON true`

// This table has only unfinished deliveries, by webhook and id.
const PAUSED = `SELECT (
    SELECT count(*) FROM (
      SELECT FROM unnest($1::bigint[]) AS given (id) CROSS JOIN LATERAL (
        SELECT FROM deliveries WHERE webhook_id = given.id LIMIT $2
      ) AS one LIMIT $2
    ) AS counted_up
  ) AS "deliveryCount", count(*) AS "webhookCount", min(first.created_at) AS "oldestMadeAt"
  FROM unnest($1::bigint[]) AS given (id) CROSS JOIN LATERAL (
    SELECT created_at FROM deliveries WHERE webhook_id >= given.id AND webhook_id <= given.id ORDER BY webhook_id, id LIMIT 1
  ) AS first`

const HEALTH = `SELECT flow.*, first.due_at AS next_due_at, (
    SELECT coalesce(json_object_agg(state, count), '{}')::text FROM (
      SELECT state, count(*) AS count FROM (
        SELECT state FROM deliveries WHERE webhook_id >= $1 AND webhook_id <= $1 ORDER BY webhook_id, id LIMIT $2
      ) AS counted_up GROUP BY state
    ) AS counted
  ) AS states, (
    SELECT coalesce(json_agg(naming.id ORDER BY naming.id), '[]')::text FROM (
      SELECT id FROM webhooks WHERE fallback_webhook_id = $1 AND id <> $1 ORDER BY id LIMIT $3
    ) AS naming
  ) AS fallback_for
  FROM webhooks AS webhook
  LEFT JOIN webhook_flow AS flow ON flow.webhook_id = webhook.id
  LEFT JOIN LATERAL (${FIRST_DUE}) AS first ON true
  WHERE webhook.id = $1`

export function healthMethods({
  database,
}: Deps): Pick<StoreMethods, 'countBacklog' | 'summariseQueues' | 'findHealth'> {
  const counts = new BacklogCounts(database)
  return {
    async countBacklog(now) {
      const [counted, { standingStill: still, ...summary }, differences] = await Promise.all([
        counts.get(now),
        readQueues(database, now),
        runList(database, countDifferences()),
      ])
      const [paused] =
        still.length === 0 ? [] : await database.list<PausedBacklog>(PAUSED, [still, PAUSED_COUNTED_MAX])
      return {
        ...counted,
        ...summary,
        paused: paused ?? NOTHING_PAUSED,
        ...differences,
      }
    },

    async summariseQueues(now) {
      const { oldestDueAt, rejectingWebhooks } = await readQueues(database, now)
      return { oldestDueAt, rejectingWebhooks }
    },

    async findHealth(webhookId, now) {
      const [row] = await database.list<HealthRow>(HEALTH, [webhookId, COUNTED_MAX, FALLBACK_FOR_MAX])
      if (!row) return undefined
      const counts: Readonly<Record<string, number>> = JSON.parse(row.states)
      const fallbackFor: readonly WebhookId[] = JSON.parse(row.fallback_for)
      const found = { webhookId, counts, nextDueAt: row.next_due_at, fallbackFor }
      return toWebhookHealth({ ...found, breaker: toBreaker(row) }, now)
    },
  }
}

async function readQueues(database: Pick<Database, 'list'>, now: Instant): Promise<QueuesSummary> {
  const queues = await database.list<QueueRow>(QUEUES)
  const ofBacklog = queues.map((queue) => ({
    webhookId: queue.id,
    breaker: toBreaker(queue),
    enabled: queue.enabled,
    firstDueAt: () => queue.due_at,
  }))
  return summariseQueues(ofBacklog, now)
}
