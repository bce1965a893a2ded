import type { WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { FormerWebhook } from '../../domain/routing/routed-webhook.ts'
import { REVISED_COLUMNS, toRoutedWebhook, type RoutedRow, type WebhookRow } from '../rows/webhook-row.ts'
import { statement } from '../transactions/statement.ts'
import { change, many, type TransactionScript } from '../transactions/transaction-script.ts'

/** Keeps what decides whether a webhook is notified, before a change or the deletion of the webhook. */
export function keepRevision(id: WebhookId, until: Instant): TransactionScript<number> {
  return change(KEEP, { id, until })
}

/** Returns the revisions of webhooks that counted at this moment and have been changed or deleted since. */
export function* revisionsAt(at: Instant): TransactionScript<readonly FormerWebhook[]> {
  return (yield* many(SELECT_AT, { at })).map(toFormerWebhook)
}

type RevisionRow = Omit<RoutedRow, 'id'> &
  Pick<WebhookRow, 'name' | 'disabled_reason'> & {
    readonly webhook_id: WebhookId
    readonly since: Instant
    readonly until: Instant
  }

function toFormerWebhook({ webhook_id: id, name, disabled_reason, since, until, ...row }: RevisionRow) {
  return { ...toRoutedWebhook({ ...row, id }), name, disabledReason: disabled_reason, since, until }
}

const KEPT = REVISED_COLUMNS.join(', ')
/** The first of two changes in one millisecond counts: the second one ends what no event can have met. */
const KEEP = statement<{ id: WebhookId; until: Instant }>(
  `INSERT INTO webhook_revisions (webhook_id, since, until, ${KEPT})
   SELECT id, routed_since, @until, ${KEPT} FROM webhooks WHERE id = @id
   ON CONFLICT (until, webhook_id) DO NOTHING`,
)
const SELECT_AT = statement<{ at: Instant }, RevisionRow>(
  'SELECT * FROM webhook_revisions WHERE until > @at AND since <= @at ORDER BY webhook_id',
)
export const PRUNE_REVISIONS = statement<{ before: Instant; limit: number }>(
  `DELETE FROM webhook_revisions WHERE (until, webhook_id) IN (
     SELECT until, webhook_id FROM webhook_revisions WHERE until < @before ORDER BY until LIMIT @limit)`,
)
