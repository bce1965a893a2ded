import type { Chance, Clock } from '../runtime/clock.ts'
import type { Author } from '../domain/audit/audit.ts'
import { invalidRequest, type Issue } from '../domain/errors.ts'
import {
  checkSigningSecret,
  formatSigningSecret,
  OVERLAP_MS_DEFAULT,
  OVERLAP_MS_MAX,
  SIGNING_SECRET_BYTES,
} from '../domain/receiver/signature.ts'
import type { Webhook } from '../domain/webhook/webhook.ts'
import type { WebhookId } from '../domain/ids.ts'
import type { Store } from '../storage/store.ts'
import { findWebhook } from './find-webhook.ts'

export interface SignWebhookDeps {
  readonly store: Pick<Store, 'findWebhook' | 'rotateSigningSecret' | 'removeSigningSecrets'>
  readonly clock: Clock
  readonly chance: Chance
}

export interface RotationRequest {
  readonly by: Author
  /** The time for which the old secrets stay valid, 0 to `OVERLAP_MS_MAX`; undefined: a day. */
  readonly overlapMs?: number | undefined
  /** Undefined: the service makes one. */
  readonly secret?: string | undefined
}

/**
 * Signs the requests of the webhook with this secret from now on, and with the old ones until the overlap ends. The
 * first rotation makes a webhook sign. Throws `not_found`, `invalid_request`, or `conflict` if too many would be
 * valid.
 */
export async function rotateSigningSecret(
  { store, clock, chance }: SignWebhookDeps,
  id: WebhookId,
  { by, overlapMs = OVERLAP_MS_DEFAULT, secret: given }: RotationRequest,
): Promise<{ readonly webhook: Webhook; readonly secret: string }> {
  const { signingSecrets } = await findWebhook(store, id)
  const isKnown = signingSecrets.some(({ secret }) => secret === given)
  const issues = [
    ...issue('overlap', overlapMs < 0 || overlapMs > OVERLAP_MS_MAX ? 'must be from 0s to 7d' : undefined),
    ...issue('secret', given === undefined ? undefined : checkSigningSecret(given)),
    ...issue('secret', isKnown ? 'is one of this webhook already; a rotation needs a new one' : undefined),
  ]
  if (issues.length > 0) throw invalidRequest(issues)
  const secret = given ?? formatSigningSecret(chance.bytes(SIGNING_SECRET_BYTES))
  const now = clock.now()
  const webhook = await store.rotateSigningSecret(id, { secret, overlapUntil: now + overlapMs, now, by })
  return { webhook, secret }
}

/** Its requests are not signed any more; twice is harmless. Throws `not_found`. */
export async function stopSigning(
  { store, clock }: Pick<SignWebhookDeps, 'store' | 'clock'>,
  id: WebhookId,
  by: Author,
): Promise<void> {
  await store.removeSigningSecrets(id, { now: clock.now(), by })
}

function issue(path: string, message: string | undefined): readonly Issue[] {
  return message === undefined ? [] : [{ path, message }]
}
