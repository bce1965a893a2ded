import type { Clock } from '../runtime/clock.ts'
import type { Author } from '../domain/audit/audit.ts'
import type { WebhookId } from '../domain/ids.ts'
import type { Store } from '../storage/store.ts'
import { findWebhook, requireRevision, type ExpectedRevisions } from './find-webhook.ts'

export interface DeleteWebhookDeps {
  readonly store: Pick<Store, 'findWebhook' | 'deleteWebhook'>
  readonly clock: Clock
}

/** Its unfinished deliveries are cancelled. Throws `not_found`, or `precondition_failed` if it is at another revision. */
export async function deleteWebhook(
  { store, clock }: DeleteWebhookDeps,
  id: WebhookId,
  { by, expected }: { readonly by: Author; readonly expected: ExpectedRevisions },
): Promise<void> {
  if (expected === undefined) return store.deleteWebhook(id, { now: clock.now(), by })
  const current = await findWebhook(store, id)
  requireRevision(current, expected)
  return store.deleteWebhook(id, { now: clock.now(), ifRevision: current.revision, by })
}
