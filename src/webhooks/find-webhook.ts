import { requireWebhook } from '../domain/webhook/webhook-edit.ts'
import type { Webhook } from '../domain/webhook/webhook.ts'
import type { WebhookId } from '../domain/ids.ts'
import type { Store } from '../storage/store.ts'

/** Throws `not_found` for an unknown id. */
export async function findWebhook(store: Pick<Store, 'findWebhook'>, id: WebhookId): Promise<Webhook> {
  return requireWebhook(await store.findWebhook(id), id)
}
