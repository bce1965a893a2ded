import { CLOSED } from '../../../domain/flow/breaker.ts'
import { receiverHealthOf } from '../../../domain/overview/receiver-health.ts'
import { LATE_MS_MIN } from '../../../domain/health-problem.ts'
import { searchWebhooks } from '../../../domain/overview/webhook-search.ts'
import type { WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { toBreaker, type FlowRow } from '../../rows/flow-row.ts'
import type { StoreMethods } from '../../store.ts'
import { QUEUES_WITH_PENDING } from '../queue/queue-scan.ts'
import type { Deps } from '../node-memory/deps.ts'
import { statement } from '../connection/statement.ts'

/** Webhooks without a row were never called. */
const FLOWS = statement<[], FlowRow>('SELECT * FROM webhook_flow')

export const OVERDUE = statement<[before: Instant], OverdueRow>(
  `${QUEUES_WITH_PENDING} SELECT webhook_id, min(due_at) AS due_at FROM queue WHERE due_at <= $1 GROUP BY webhook_id`,
)

const REVISIONS = statement<[after: WebhookId, limit: number | null], { id: WebhookId; revision: number }>(
  'SELECT id, revision FROM webhooks WHERE id > $1 ORDER BY id LIMIT $2',
)

const NAMES = statement<[ids: readonly WebhookId[]], { id: WebhookId; name: string; enabled: boolean }>(
  'SELECT id, name, enabled FROM webhooks WHERE id = ANY ($1)',
)

interface OverdueRow {
  readonly webhook_id: WebhookId
  readonly due_at: Instant
}

/**
 * Addresses may be encrypted in the database, so it is the node that looks through them, in what it knows of all
 * webhooks.
 */
export function webhookSearchMethods({
  database,
  webhooks,
}: Deps): Pick<StoreMethods, 'searchWebhooks' | 'listRevisions' | 'nameWebhooks'> {
  return {
    async searchWebhooks(search, page, now) {
      const [all, rows, overdue] = await Promise.all([
        database.transaction((transaction) => webhooks.all(transaction)),
        database.read(FLOWS, []),
        database.read(OVERDUE, [now - LATE_MS_MIN]),
      ])
      const breakers = new Map(rows.map((row) => [row.webhook_id, toBreaker(row)]))
      const dueAts = new Map(overdue.map((row) => [row.webhook_id, row.due_at]))
      const healthOf = (id: WebhookId) =>
        receiverHealthOf(breakers.get(id) ?? CLOSED, now, dueAts.get(id) ?? null)
      return searchWebhooks(all.values(), { healthOf, search, page })
    },

    listRevisions: ({ after = 0, limit }) => database.read(REVISIONS, [after, limit ?? null]),

    nameWebhooks: (ids) => database.read(NAMES, [ids]),
  }
}
