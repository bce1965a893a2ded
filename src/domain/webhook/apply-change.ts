import { withoutUndefined } from '../without-undefined.ts'
import { headersAfter } from './header-changes.ts'
import type { Webhook, WebhookChange } from './webhook.ts'

/**
 * The webhook after a change that is right. Its revision and times are counted by what stores it; a new header has the
 * id 0.
 */
export function applyChange(
  current: Webhook,
  { alertFlags = {}, headers, ...fields }: WebhookChange,
): Webhook {
  const enabled = fields.enabled ?? current.enabled
  return {
    ...current,
    ...withoutUndefined(fields),
    alertFlags: { ...current.alertFlags, ...withoutUndefined(alertFlags) },
    headers: headers === undefined ? current.headers : headersAfter(current.headers, headers),
    disabledReason: enabled ? null : current.disabledReason,
  }
}
