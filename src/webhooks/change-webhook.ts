import type { Author } from '../domain/audit/audit.ts'
import type { CheckTarget } from '../domain/definition/definition-issues.ts'
import { validateEdit } from '../domain/definition/validate-edit.ts'
import { checkUrl } from '../domain/definition/webhook-rules.ts'
import type { WebhookId } from '../domain/ids.ts'
import { applyChange } from '../domain/webhook/apply-change.ts'
import type { ExpectedRevisions, WebhookEdit } from '../domain/webhook/webhook-edit.ts'
import type { Webhook } from '../domain/webhook/webhook.ts'
import type { WebhookDeps } from './create-webhook.ts'

export interface WakingDeps extends WebhookDeps {
  /** Called after the commit, when something may be due; a lost call costs at most a poll interval. */
  readonly wake: () => void
}

/** Throws what the store throws; nothing changes then. */
export async function changeWebhook(
  { store, clock, checkTarget, wake }: WakingDeps,
  id: WebhookId,
  edit: WebhookEdit,
  by: Author,
  ifRevisions?: ExpectedRevisions,
): Promise<Webhook> {
  const change = withTargetChecked(edit, checkTarget)
  const changed = await store.changeWebhook(id, change, { now: clock.now(), by, ifRevisions })
  // Deliveries held while the webhook was disabled are due now.
  if (edit.enabled === true) wake()
  return changed
}

/** Adds what only the configuration knows: whether its addresses are refused. */
export function withTargetChecked(edit: WebhookEdit, checkTarget: CheckTarget | undefined): WebhookEdit {
  const refusalOf = (url: string | undefined) =>
    url === undefined || checkUrl(url) !== undefined ? undefined : checkTarget?.(url)
  return {
    ...edit,
    targetRefusal: refusalOf(edit.url),
    clearTargetRefusal: refusalOf(edit.clearRequest?.url),
  }
}

/**
 * Returns the webhook after an edit without storing it; its revision is 0. Throws `invalid_request` like
 * `changeWebhook`; what only the store knows (the number of headers, which fallbacks fit) is not checked.
 */
export function draftChange(
  current: Webhook,
  edit: WebhookEdit,
  checkTarget: CheckTarget | undefined,
): Webhook {
  const change = validateEdit(current, withTargetChecked(edit, checkTarget))
  return { ...applyChange(current, change), revision: 0 }
}
