import type { Chance, Clock } from '../clock.ts'
import type { Issue } from '../domain/errors.ts'
import type { Event } from '../domain/event.ts'
import { judge } from '../domain/judge.ts'
import type { Outcome, RecordedRequest, Reply } from '../domain/outcome.ts'
import type { Webhook } from '../domain/webhook.ts'
import { hideInOutcome, hideInReply } from './hide-secrets.ts'
import { findTlsWarnings } from '../domain/webhook-tls.ts'
import { deliveryName, prepareRequest, recordRequest, type PrepareDeps } from './prepare-request.ts'
import type { Sender } from './send.ts'

export interface TryDeps extends PrepareDeps {
  readonly installationId: string
  readonly clock: Clock
  readonly chance: Chance
  readonly sender: Pick<Sender, 'send'>
  readonly requestTimeoutMs: number
  readonly answerBytesMax: number
}

/** What a test found: the request without its secrets, what came back, and what a delivery would make of it. */
export interface Trial {
  readonly request: RecordedRequest
  readonly reply: Reply
  readonly outcome: Outcome
}

/** Sends the event to the webhook in the way of every delivery, once, and records nothing. Never rejects. */
export async function tryWebhook(webhook: Webhook, event: Event, deps: TryDeps): Promise<Trial> {
  const request = prepareTrial(webhook, event, deps)
  const { secrets } = deps.requests.get(webhook)
  const reply = await deps.sender.send(request, {
    timeoutMs: webhook.timeoutMs ?? deps.requestTimeoutMs,
    answerBytesMax: webhook.answerBytesMax ?? deps.answerBytesMax,
    tls: webhook.tls,
  })
  return {
    request: recordRequest(request, secrets),
    reply: hideInReply(reply, secrets),
    outcome: hideInOutcome(judge(reply, deps.clock.now(), webhook.answerRule), secrets),
  }
}

/** The request as it would be sent, and what is doubtful about the webhook. */
export function previewWebhook(
  webhook: Webhook,
  event: Event,
  deps: TryDeps,
): { readonly request: RecordedRequest; readonly warnings: readonly Issue[] } {
  const { warnings, secrets } = deps.requests.get(webhook)
  return {
    request: recordRequest(prepareTrial(webhook, event, deps), secrets),
    warnings: [...warnings, ...findTlsWarnings(webhook.tls, webhook.url, deps.clock.now())],
  }
}

function prepareTrial(webhook: Webhook, event: Event, deps: TryDeps) {
  const id = deliveryName(deps.installationId, `test_${deps.chance.bytes(9).toString('base64url')}`)
  return prepareRequest(webhook, event, { id, at: deps.clock.now() }, deps)
}
