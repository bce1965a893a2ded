import type { Chance } from '../runtime/clock.ts'
import type { RequestWarning } from '../domain/template/render-request.ts'
import type { Event } from '../domain/alert/event.ts'
import type { RecordedRequest } from '../domain/receiver/outcome.ts'
import { findTlsWarnings } from '../domain/webhook/webhook-tls.ts'
import type { Webhook } from '../domain/webhook/webhook.ts'
import type { InstallationId } from '../domain/ids.ts'
import { callWebhook, type Call, type CallDeps } from './call-webhook.ts'
import { prepareRequest, recordRequest, trialName, type Stamp } from './prepare-request.ts'

export interface TryDeps extends CallDeps {
  readonly installationId: InstallationId
  readonly chance: Chance
}

/** Calls the webhook with the event, once, in the way of every delivery, and records nothing. Never rejects. */
export function tryWebhook(webhook: Webhook, event: Event, deps: TryDeps): Promise<Call> {
  return callWebhook(webhook, event, trialStamp(deps), deps)
}

/** The request as it would be sent, and what is doubtful about the webhook. */
export function previewWebhook(
  webhook: Webhook,
  event: Event,
  deps: TryDeps,
): { readonly request: RecordedRequest; readonly warnings: readonly RequestWarning[] } {
  const { warnings, secrets } = deps.requests.get(webhook)
  return {
    request: recordRequest(prepareRequest(webhook, event, trialStamp(deps), deps), secrets),
    warnings: [...warnings, ...findTlsWarnings(webhook.tls, webhook.url, deps.clock.now())],
  }
}

function trialStamp({ installationId, chance, clock }: TryDeps): Stamp {
  const id = trialName(installationId, chance.bytes(9).toString('base64url'))
  return { id, at: clock.now() }
}
