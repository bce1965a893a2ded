import type { Webhook } from '../../../domain/webhook/webhook.ts'
import type { Transaction } from '../connection/database.ts'

type Neighbour = Pick<Webhook, 'id' | 'fallbackWebhookId' | 'payloadType'>

const COLUMNS = 'id, fallback_webhook_id AS "fallbackWebhookId", payload_type AS "payloadType"'
/** Without a fallback of its own: the one that is stored. */
const SELECT = `SELECT ${COLUMNS} FROM webhooks
    WHERE id = coalesce($2, (SELECT fallback_webhook_id FROM webhooks WHERE id = $1))
  UNION
  SELECT ${COLUMNS} FROM webhooks WHERE fallback_webhook_id IS NOT NULL AND fallback_webhook_id = $1`
const NO_WEBHOOK = 0

/**
 * The fallback that a webhook has, or is to have, and those that have it for theirs. Read where one is written: to ask
 * for all webhooks would bring the cache up to date with each write, and ten thousand of them would take as many times
 * as long as there are. For transactions with the lock `webhooks`.
 */
export async function selectNeighbours(
  transaction: Transaction,
  id: number,
  fallbackId?: number | null,
): Promise<readonly Neighbour[]> {
  const wanted = fallbackId === undefined ? null : (fallbackId ?? NO_WEBHOOK)
  return (await transaction.query<Neighbour>(SELECT, [id, wanted])).rows
}
