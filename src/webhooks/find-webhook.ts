import { AppError } from '../domain/errors.ts'
import type { Webhook } from '../domain/webhook/webhook.ts'
import type { WebhookId } from '../domain/ids.ts'
import type { Store } from '../storage/store.ts'

/** Throws `not_found` for an unknown id. */
export async function findWebhook(store: Pick<Store, 'findWebhook'>, id: WebhookId): Promise<Webhook> {
  const webhook = await store.findWebhook(id)
  if (!webhook) throw new AppError('not_found', `There is no webhook ${id}.`)
  return webhook
}

/** Revisions one of which the webhook must be at (`If-Match`); undefined: any. */
export type ExpectedRevisions = readonly number[] | undefined

/** Throws `precondition_failed` if the webhook is at another revision than the caller has seen. */
export function requireRevision(webhook: Webhook, expected: ExpectedRevisions): void {
  if (expected === undefined || expected.includes(webhook.revision)) return
  throw new AppError(
    'precondition_failed',
    `Webhook ${webhook.id} is at revision ${webhook.revision} now, another one than \`If-Match\` asks for: read it again and repeat the change.`,
  )
}
