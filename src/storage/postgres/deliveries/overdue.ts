import { findOverdue, type Overdue } from '../../../domain/flow/breaker.ts'
import type { DeliveryId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { alertOfSubject } from '../../rows/delivery-row.ts'
import { toBreaker, type FlowRow } from '../../rows/flow-row.ts'
import type { StoreMethods } from '../../store.ts'
import type { Transaction } from '../connection/database.ts'
import { usesCurrentState } from '../../../domain/receiver-state/receiver-state.ts'
import { tryAlertsOf } from '../receiver-state/alert-locks.ts'
import { leaveForResync } from '../receiver-state/unsent.ts'
import { addFallbacks, mayFallBack } from '../receiver-state/fallback.ts'
import { toFailed } from '../receiver-state/escalate.ts'
import { promoteNext } from '../queue/alert-queue.ts'
import { END_DELIVERIES } from '../queue/alert-queue-changes.ts'
import type { Deps } from '../node-memory/deps.ts'
import { EACH_URGENCY } from '../queue/each-urgency.ts'
import { beginHousekeeping } from '../cluster/cluster.ts'
import { statement } from '../connection/statement.ts'
import type { KnownWebhooks } from '../node-memory/webhook-cache.ts'

type OverdueRequest = Parameters<StoreMethods['endOverdue']>[0]

/** Rounds of one step: each ends one delivery per alert queue. */
const ROUNDS_MAX = 50

const SELECT_FAILING = statement<[], FlowRow>(
  'SELECT * FROM webhook_flow WHERE failures > 0 ORDER BY webhook_id',
)

/**
 * Locks overdue deliveries, and with them their alert queues, see alert-queue.ts. Leaves out what is being sent, or
 * escalated.
 */
export const LOCK_OVERDUE = statement<
  [webhookId: WebhookId, dueBefore: Instant, limit: number],
  { id: DeliveryId; subject: string }
>(`
SELECT overdue.id, overdue.subject FROM ${EACH_URGENCY} CROSS JOIN LATERAL (
  SELECT id, subject FROM deliveries
  WHERE webhook_id = $1 AND state = 'pending' AND queue_urgency = each.urgency AND due_at < $2
    AND NOT EXISTS (
      SELECT FROM receiver_states WHERE webhook_id = $1 AND alert_id = ${alertOfSubject('subject')}
    )
  ORDER BY due_at, id LIMIT $3 FOR UPDATE SKIP LOCKED
) AS overdue LIMIT $3`)

export function endOverdue(deps: Deps, request: OverdueRequest): Promise<number> {
  return deps.database.transaction(async (transaction) => {
    if (!(await beginHousekeeping(transaction, 'endOverdue'))) return 0
    const [webhooks, { rows }] = await Promise.all([
      deps.webhooks.all(transaction),
      transaction.query(SELECT_FAILING, []),
    ])
    let count = 0
    for (const row of rows) {
      const webhook = webhooks.get(row.webhook_id)
      // A delivery that says the current state does not grow old.
      const overdue = webhook && !usesCurrentState(webhook) && findOverdue(webhook, toBreaker(row), request)
      if (!overdue || count >= request.limit) continue
      count += await endAll(transaction, deps, {
        ...overdue,
        webhooks,
        webhookId: webhook.id,
        now: request.now,
        limit: request.limit - count,
      })
    }
    return count
  })
}

interface OverdueOfOne extends Overdue {
  readonly webhooks: KnownWebhooks
  readonly webhookId: WebhookId
  readonly now: Instant
  readonly limit: number
}

/** Ends overdue deliveries of one webhook; the next of the subject becomes the head, as old as it is. */
async function endAll(
  transaction: Transaction,
  deps: Deps,
  { webhooks, webhookId, dueBefore, reason, now, limit }: OverdueOfOne,
): Promise<number> {
  let count = 0
  for (let rounds = 0; rounds < ROUNDS_MAX && count < limit; rounds += 1) {
    const overdue = await transaction.query(LOCK_OVERDUE, [webhookId, dueBefore, limit - count])
    // Skips alerts that a report has locked.
    const free = mayFallBack(webhooks, webhookId)
      ? await tryAlertsOf(transaction, overdue.rows)
      : overdue.rows
    const ids = free.map(({ id }) => id)
    if (ids.length === 0) return count
    const { rows } = await transaction.query(END_DELIVERIES, [ids, 'failed', now, reason])
    const failed = rows.map((row) => ({ ...toFailed(row), queueUrgency: row.queue_urgency }))
    await promoteNext(transaction, failed, { whenMadeBefore: now })
    await addFallbacks(transaction, deps, { failed, now })
    await leaveForResync(transaction, failed, { webhooks, resync: 'later', now })
    count += rows.length
  }
  return count
}
