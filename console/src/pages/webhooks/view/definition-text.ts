import { toNewWebhook } from '../form/webhook-change.ts'
import { toForm } from '../form/webhook-form.ts'
import type { Webhook } from '../webhook-types.ts'

/** The webhook as JSON that makes one like it; what is hidden stays `***`, and has to be filled in. */
export function definitionText(webhook: Webhook): string {
  return JSON.stringify(toNewWebhook(toForm(webhook)), null, 2)
}
