import type { Static } from 'typebox'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import type { JudgedChange } from '../../../webhooks/change-webhook.ts'
import { revealHidden } from './hidden-values.ts'
import { mergeTls } from './tls-wire.ts'
import { toFieldChange, toHeaderChanges, type WEBHOOK_CHANGE } from './webhook-wire.ts'

/**
 * The change that a body makes of the webhook as it is now: what was hidden from its writer and comes back as it was
 * shown is what is stored. Throws `invalid_request` as `revealHidden` does.
 */
export function toWebhookChange(body: Static<typeof WEBHOOK_CHANGE>, current: Webhook): JudgedChange {
  const given = revealHidden(body, current)
  return {
    ...toFieldChange(given),
    tls: mergeTls(current.tls, given.tls),
    headers: toHeaderChanges(given.http_headers, current),
  }
}
