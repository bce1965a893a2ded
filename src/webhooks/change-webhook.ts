import type { Clock } from '../runtime/clock.ts'
import type { Author } from '../domain/audit/audit.ts'
import { checkUrl } from '../domain/definition/webhook-rules.ts'
import type { CheckTarget } from '../domain/definition/definition-issues.ts'
import type { WebhookId } from '../domain/ids.ts'
import type { ExpectedRevisions, WebhookEdit } from '../domain/webhook/webhook-edit.ts'
import type { Webhook } from '../domain/webhook/webhook.ts'
import type { Store } from '../storage/store.ts'

export interface ChangeWebhookDeps {
  readonly store: Pick<Store, 'changeWebhook'>
  readonly clock: Clock
  readonly checkTarget?: CheckTarget | undefined
  /** There may be something to deliver. Called after the commit; losing a call costs no more than a poll interval. */
  readonly wake: () => void
}

export interface ChangeRequest {
  readonly by: Author
  readonly edit: WebhookEdit
  readonly expected?: ExpectedRevisions
}

/** Throws what the store throws; nothing changes then. */
export async function changeWebhook(
  { store, clock, checkTarget, wake }: ChangeWebhookDeps,
  id: WebhookId,
  { by, edit, expected }: ChangeRequest,
): Promise<Webhook> {
  const changed = await store.changeWebhook(id, withTargetChecked(edit, checkTarget), {
    now: clock.now(),
    by,
    ifRevisions: expected,
  })
  // Deliveries held while the webhook was disabled are due now.
  if (edit.enabled === true) wake()
  return changed
}

/** The edit with what only the configuration knows: whether deliveries to its addresses would be refused. */
export function withTargetChecked(edit: WebhookEdit, checkTarget: CheckTarget | undefined): WebhookEdit {
  const refusalOf = (url: string | undefined) =>
    url === undefined || checkUrl(url) !== undefined ? undefined : checkTarget?.(url)
  return {
    ...edit,
    targetRefusal: refusalOf(edit.url),
    clearTargetRefusal: refusalOf(edit.clearRequest?.url),
  }
}
