import type { WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { CLOCKS_APART_MS_MAX } from '../../../domain/clock-steps.ts'
import { askedEndOf, CLOSED } from '../../../domain/flow/breaker.ts'
import { dueAheadsMsMax, retryPolicyOf } from '../../../domain/delivery/retry-policy.ts'
import { toBreaker, type FlowRow } from '../../rows/flow-row.ts'
import type { StoreMethods } from '../../store.ts'
import type { Deps } from '../node-memory/deps.ts'
import { EACH_URGENCY } from '../queue/each-urgency.ts'
import { beginHousekeeping } from '../cluster/cluster.ts'
import { statement } from '../connection/statement.ts'

const SELECT_ASKING = statement<[now: Instant], FlowRow>(
  'SELECT * FROM webhook_flow WHERE asked_until > $1 ORDER BY webhook_id',
)

/** $2: how far ahead a delivery can be due, by attempts made, as a comma-separated list per webhook. */
export const CLAMP = statement<
  [webhookIds: readonly WebhookId[], aheadsMs: readonly string[], now: Instant, limit: number]
>(`
WITH far AS MATERIALIZED (
  SELECT late.id FROM unnest($1::bigint[], $2::text[]) AS asked (webhook_id, listed)
  CROSS JOIN LATERAL (SELECT string_to_array(asked.listed, ',')::bigint[] AS aheads_ms OFFSET 0) AS read
  CROSS JOIN ${EACH_URGENCY}
  CROSS JOIN LATERAL (
    SELECT id FROM deliveries
    WHERE webhook_id = asked.webhook_id AND state = 'pending' AND queue_urgency = each.urgency AND due_at > $3::bigint + ${CLOCKS_APART_MS_MAX}
      AND due_at > $3::bigint + ${CLOCKS_APART_MS_MAX}
        + aheads_ms[least(1 + attempts_made - attempts_uncounted, cardinality(aheads_ms))]
    ORDER BY due_at, id LIMIT $4 FOR NO KEY UPDATE SKIP LOCKED
  ) AS late LIMIT $4
)
UPDATE deliveries SET due_at = $3::bigint FROM far WHERE deliveries.id = far.id`)

export function clampMethods({ database, webhooks }: Deps): Pick<StoreMethods, 'clampDueTimes'> {
  return {
    clampDueTimes: ({ now, limit, scheduleMs }) =>
      database.transaction(async (transaction) => {
        if (!(await beginHousekeeping(transaction, 'clampDueTimes'))) return 0
        const [all, { rows }] = await Promise.all([
          webhooks.all(transaction),
          transaction.query(SELECT_ASKING, [now]),
        ])
        const breakers = new Map(rows.map((row) => [row.webhook_id, toBreaker(row)]))
        const aheads = [...all.values()].map(({ id, retryScheduleMs }) => {
          const isAsked = (askedEndOf(breakers.get(id) ?? CLOSED, now) ?? 0) > now
          return dueAheadsMsMax(retryPolicyOf({ retryScheduleMs }, { scheduleMs }), isAsked).join(',')
        })
        const { count } = await transaction.queryLast(CLAMP, [[...all.keys()], aheads, now, limit])
        return count
      }),
  }
}
