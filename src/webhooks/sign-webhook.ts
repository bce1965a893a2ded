import type { Chance } from '../runtime/clock.ts'
import type { Author } from '../domain/audit/audit.ts'
import { invalidRequest, issueAt } from '../domain/errors.ts'
import {
  checkSigningSecret,
  formatSigningSecret,
  OVERLAP_MS_DEFAULT,
  OVERLAP_MS_MAX,
  SIGNING_SECRET_BYTES,
} from '../domain/receiver/signature.ts'
import type { Webhook } from '../domain/webhook/webhook.ts'
import type { WebhookId } from '../domain/ids.ts'
import { requireWebhook } from '../domain/webhook/webhook-edit.ts'
import type { WebhookDeps } from './create-webhook.ts'

/**
 * Signs with this secret from now on, and with the old ones until the overlap ends. Throws `not_found`,
 * `invalid_request`, or `conflict` if too many secrets would be valid.
 */
export async function rotateSigningSecret(
  { store, clock, chance }: WebhookDeps & { readonly chance: Chance },
  id: WebhookId,
  by: Author,
  /** Undefined: the service makes one. */
  given?: string,
  overlapMs = OVERLAP_MS_DEFAULT,
): Promise<{ readonly webhook: Webhook; readonly secret: string }> {
  const { signingSecrets } = requireWebhook(await store.findWebhook(id), id)
  const isKnown = signingSecrets.some(({ secret }) => secret === given)
  const issues = [
    ...issueAt('overlap', overlapMs < 0 || overlapMs > OVERLAP_MS_MAX ? 'must be from 0s to 7d' : undefined),
    ...issueAt('secret', given === undefined ? undefined : checkSigningSecret(given)),
    ...issueAt('secret', isKnown ? 'is one of this webhook already; a rotation needs a new one' : undefined),
  ]
  if (issues.length > 0) throw invalidRequest(issues)
  const secret = given ?? formatSigningSecret(chance.bytes(SIGNING_SECRET_BYTES))
  const now = clock.now()
  const webhook = await store.rotateSigningSecret(id, { secret, overlapUntil: now + overlapMs, now, by })
  return { webhook, secret }
}
