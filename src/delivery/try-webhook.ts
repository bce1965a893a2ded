import type { Chance } from '../runtime/clock.ts'
import type { RequestWarning } from '../domain/template/render-request.ts'
import type { Event } from '../domain/alert/event.ts'
import type { RecordedRequest } from '../domain/receiver/outcome.ts'
import { toClearWarning } from '../domain/template/request-warnings.ts'
import { findTlsWarnings } from '../domain/webhook/webhook-tls.ts'
import { isEnd } from '../domain/webhook/request-of.ts'
import type { Webhook } from '../domain/webhook/webhook.ts'
import type { InstallationId } from '../domain/ids.ts'
import {
  callWebhook,
  describeMissing,
  prepareCall,
  type Call,
  type CallDeps,
  type CallOptions,
} from './call-webhook.ts'
import { recordRequest, testName } from './prepare-request.ts'

export interface TryDeps extends CallDeps {
  readonly installationId: InstallationId
  readonly chance: Chance
}

/** Calls the webhook with the event, once, in the way of every delivery, and records nothing. Never rejects. */
export function tryWebhook(webhook: Webhook, event: Event, deps: TryDeps): Promise<Call> {
  return callWebhook(webhook, event, testOptions(event, deps), deps)
}

/** The result of a preview. */
export interface Preview {
  /** The request as it would be sent. */
  readonly request: RecordedRequest
  /** Doubts about the webhook. */
  readonly warnings: readonly RequestWarning[]
}

/** Does all but send. */
export async function previewWebhook(webhook: Webhook, event: Event, deps: TryDeps): Promise<Preview> {
  const options = testOptions(event, deps)
  const { request, secrets, warnings, missing } = await prepareCall(webhook, event, options, deps)
  return {
    request: await deps.longWork.run(options.line, recordRequest(request, secrets)),
    warnings: [
      ...addressWarnings(missing, options.isOver && webhook.clearRequest !== null),
      ...warnings,
      ...findTlsWarnings(webhook.tls, webhook.url, deps.clock.now()),
    ],
  }
}

function addressWarnings(missing: string | undefined, isOfClear: boolean): readonly RequestWarning[] {
  if (missing === undefined) return []
  const warning = { path: 'url', message: describeMissing(missing) }
  return [isOfClear ? toClearWarning(warning) : warning]
}

function testOptions(event: Event, { installationId, chance }: TryDeps): CallOptions {
  const id = testName(installationId, chance.bytes(9).toString('base64url'))
  return { id, line: 'trials', isOver: isEnd(event) }
}
