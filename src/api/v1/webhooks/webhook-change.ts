import type { Static } from 'typebox'
import type { WebhookEdit } from '../../../domain/webhook/webhook-edit.ts'
import { toTlsEdit } from './tls-wire.ts'
import { toFieldEdit, toListedHeader, type WEBHOOK_CHANGE } from './webhook-wire.ts'

/** Returns the edit of a body: a hidden value that comes back as it was shown stands for the stored one. */
export function toWebhookEdit(body: Static<typeof WEBHOOK_CHANGE>): WebhookEdit {
  return {
    ...toFieldEdit(body),
    tls: toTlsEdit(body.tls),
    headers: body.http_headers && { list: body.http_headers.map(toListedHeader) },
    isMasked: true,
  }
}
