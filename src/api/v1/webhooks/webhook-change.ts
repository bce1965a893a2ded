import type { Static } from 'typebox'
import type { WebhookEdit } from '../../../domain/webhook/webhook-edit.ts'
import { toTlsEdit } from './tls-wire.ts'
import { toFieldEdit, toListedHeader, type WEBHOOK_CHANGE } from './webhook-wire.ts'

/** What was hidden from the writer of the body, and comes back as it was shown, is what is stored. */
export function toWebhookEdit(body: Static<typeof WEBHOOK_CHANGE>): WebhookEdit {
  return {
    ...toFieldEdit(body),
    tls: toTlsEdit(body.tls),
    headers: body.http_headers && { list: body.http_headers.map(toListedHeader) },
    isMasked: true,
  }
}
