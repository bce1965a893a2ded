import { change, runStep, many, together } from '../../transactions/transaction-script.ts'
import { statement, type NoValues } from '../../transactions/statement.ts'
import type { Neighbour, WebhookWork } from '../../scripts/webhook-work.ts'
import type { Transaction } from '../connection/database.ts'
import { DELETIONS_KEPT, openStored, type WebhookSecrets } from '../node-memory/webhook-rows.ts'
import { probeNow, resume } from '../queue/webhook-flow.ts'
import { follow } from './webhook-deliveries.ts'
import type { WebhookId } from '../../../domain/ids.ts'

const NO_WEBHOOK = 0

/** Applies a change of a webhook to other nodes and to its deliveries, for transactions with the lock `webhooks`. */
export function webhookWork(transaction: Transaction, secrets: WebhookSecrets): WebhookWork {
  return {
    open: (stored) => openStored(secrets, stored),

    // To ask for all webhooks would bring the cache up to date with each write, and ten thousand of them would take as
    // many times as long as there are.
    neighboursOf: (id, fallbackId) =>
      many(SELECT_NEIGHBOURS, {
        id,
        fallbackId: fallbackId === undefined ? null : (fallbackId ?? NO_WEBHOOK),
      }),

    *noting(what, id, write) {
      const remembering =
        what === 'deletion' ? [change(REMEMBER_DELETION, { id }), change(FORGET_DELETIONS, {})] : []
      yield* together([change(COUNT_UP, {}), write, ...remembering])
    },

    follow: (what, change) => runStep(() => follow(transaction, what, change)),
    probeNow: (id) => runStep(() => probeNow(transaction, [id])),
    resume: (id) => runStep(() => resume(transaction, id)),
  }
}

/** Nodes read what is marked with a version that they have not seen, and all silences (webhook-cache.ts). */
export const COUNT_UP = statement<NoValues>('UPDATE webhooks_version SET version = version + 1')
const VERSION = '(SELECT version FROM webhooks_version)'
const REMEMBER_DELETION = statement<{ id: WebhookId }>(
  `INSERT INTO webhook_deletions (deleted_in, webhook_id) VALUES (${VERSION}, @id)`,
)
const FORGET_DELETIONS = statement<NoValues>(
  `DELETE FROM webhook_deletions WHERE deleted_in < ${VERSION} - ${DELETIONS_KEPT}`,
)

const NEIGHBOUR =
  'webhooks.id, webhooks.name, fallback_webhook_id AS "fallbackWebhookId", payload_type AS "payloadType"'
/** A loop that an older release let in is followed once: what is there already is not added again. */
const SELECT_NEIGHBOURS = statement<{ id: WebhookId; fallbackId: WebhookId | null }, Neighbour>(
  `WITH RECURSIVE chain AS (
     SELECT ${NEIGHBOUR} FROM webhooks
       WHERE id = coalesce(@fallbackId, (SELECT fallback_webhook_id FROM webhooks WHERE id = @id))
     UNION
     SELECT ${NEIGHBOUR} FROM webhooks JOIN chain ON webhooks.id = chain."fallbackWebhookId"
   )
   SELECT * FROM chain
   UNION
   SELECT ${NEIGHBOUR} FROM webhooks WHERE fallback_webhook_id IS NOT NULL AND fallback_webhook_id = @id`,
)
