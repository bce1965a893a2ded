import { invalidRequest } from '../domain/errors.ts'
import { withoutUndefined } from '../domain/without-undefined.ts'
import type { HeaderChanges, Webhook, WebhookHeader } from '../domain/webhook/webhook.ts'
import { findChangeIssues, type ChangeRules, type JudgedChange } from './change-webhook.ts'

/**
 * The webhook as it would be after a change, without storing it: for a preview or a test of what is not saved yet. It
 * has the revision 0, which no stored webhook has. Throws `invalid_request` for what `changeWebhook` refuses; what only
 * the store knows (how many headers there may be, which fallbacks fit) is not judged.
 */
export function draftChange(current: Webhook, change: JudgedChange, rules: ChangeRules): Webhook {
  const issues = findChangeIssues(current, change, rules)
  if (issues.length > 0) throw invalidRequest(issues)
  const { headers, alertFlags, unread: _unread, ...fields } = change
  return {
    ...current,
    ...withoutUndefined(fields),
    alertFlags: { ...current.alertFlags, ...withoutUndefined(alertFlags ?? {}) },
    headers: headers === undefined ? current.headers : headersAfter(current.headers, headers),
    revision: 0,
  }
}

function headersAfter(
  headers: readonly WebhookHeader[],
  { deleted, changed, added }: HeaderChanges,
): readonly WebhookHeader[] {
  const kept = headers.filter(({ id }) => !deleted.includes(id))
  return [
    ...kept.map((header) => {
      const { key = header.key, value = header.value } = changed.find(({ id }) => id === header.id) ?? {}
      return { id: header.id, key, value }
    }),
    ...added.map(({ key, value }) => ({ id: 0, key, value })),
  ]
}
