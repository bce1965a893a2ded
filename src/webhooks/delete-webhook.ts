import type { Clock } from '../runtime/clock.ts'
import type { Author } from '../domain/audit/audit.ts'
import type { ExpectedRevisions } from '../domain/webhook/webhook-edit.ts'
import type { WebhookId } from '../domain/ids.ts'
import type { Store } from '../storage/store.ts'

export interface DeleteWebhookDeps {
  readonly store: Pick<Store, 'deleteWebhook'>
  readonly clock: Clock
}

/**
 * Deletes the webhook and cancels its unfinished deliveries. Returns the number of clears that its receiver will
 * never get. Throws `not_found`, or `precondition_failed` if it is at another revision.
 */
export async function deleteWebhook(
  { store, clock }: DeleteWebhookDeps,
  id: WebhookId,
  { by, expected }: { readonly by: Author; readonly expected: ExpectedRevisions },
): Promise<{ readonly openNotifications: number }> {
  return store.deleteWebhook(id, { now: clock.now(), by, ifRevisions: expected })
}
