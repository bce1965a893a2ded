import { validateEdit } from '../domain/definition/validate-edit.ts'
import type { CheckTarget } from '../domain/definition/definition-issues.ts'
import { applyChange } from '../domain/webhook/apply-change.ts'
import type { Webhook } from '../domain/webhook/webhook.ts'
import type { WebhookEdit } from '../domain/webhook/webhook-edit.ts'
import { withTargetChecked } from './change-webhook.ts'

/**
 * The webhook as it would be after an edit, without storing it: for a preview or a test of what is not saved yet.
 * It has the revision 0, which no stored webhook has. Throws `invalid_request` for what `changeWebhook` refuses;
 * what only the store knows (how many headers there may be, which fallbacks fit) is not checked.
 */
export function draftChange(
  current: Webhook,
  edit: WebhookEdit,
  checkTarget: CheckTarget | undefined,
): Webhook {
  const change = validateEdit(current, withTargetChecked(edit, checkTarget))
  return { ...applyChange(current, change), revision: 0 }
}
