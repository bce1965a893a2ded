import type { StoreVerbs } from '../store.ts'
import { notYet } from './not-yet.ts'
import type { Parts } from './parts.ts'

export function webhookVerbs(
  _parts: Parts,
): Pick<
  StoreVerbs,
  | 'createWebhook'
  | 'listWebhooks'
  | 'findWebhook'
  | 'changeWebhook'
  | 'deleteWebhook'
  | 'rotateSigningSecret'
  | 'removeSigningSecrets'
> {
  return {
    createWebhook: notYet,
    listWebhooks: notYet,
    findWebhook: notYet,
    changeWebhook: notYet,
    deleteWebhook: notYet,
    rotateSigningSecret: notYet,
    removeSigningSecrets: notYet,
  }
}
