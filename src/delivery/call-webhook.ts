import type { Clock } from '../runtime/clock.ts'
import type { Event } from '../domain/alert/event.ts'
import type { Instant } from '../domain/instant.ts'
import { judge } from '../domain/receiver/judge.ts'
import type { Outcome, RecordedRequest, Reply } from '../domain/receiver/outcome.ts'
import type { Webhook } from '../domain/webhook/webhook.ts'
import { hideInOutcome, hideInReply } from './hide-secrets.ts'
import { prepareRequest, recordRequest, type PrepareDeps, type Stamp } from './prepare-request.ts'
import type { Sender } from './send.ts'

export interface CallDeps extends PrepareDeps {
  readonly clock: Pick<Clock, 'now'>
  readonly sender: Pick<Sender, 'send'>
  /** For webhooks that set none of their own. */
  readonly requestTimeoutMs: number
  readonly answerBytesMax: number
}

export interface CallOptions extends Stamp {
  /** There is no more time than this, whatever the webhook would have. */
  readonly timeoutMsMax?: number
}

/** One request and what came of it, as it may be kept and shown: without the webhook's secrets. */
export interface Call {
  readonly request: RecordedRequest
  readonly reply: Reply
  readonly outcome: Outcome
  readonly answeredAt: Instant
}

/**
 * Calls the webhook once: render, stamp, sign, send, judge. The one way to a receiver, for deliveries and for tests,
 * so that what a test shows is what a delivery does. Never rejects.
 */
export async function callWebhook(
  webhook: Webhook,
  event: Event,
  { timeoutMsMax = Infinity, ...stamp }: CallOptions,
  deps: CallDeps,
): Promise<Call> {
  const { secrets } = deps.requests.get(webhook)
  const request = prepareRequest(webhook, event, stamp, deps)
  const reply = await deps.sender.send(request, {
    timeoutMs: Math.min(webhook.timeoutMs ?? deps.requestTimeoutMs, timeoutMsMax),
    answerBytesMax: webhook.answerBytesMax ?? deps.answerBytesMax,
    tls: webhook.tls,
  })
  const answeredAt = deps.clock.now()
  return {
    request: recordRequest(request, secrets),
    reply: hideInReply(reply, secrets),
    // The answer is judged as it came.
    outcome: hideInOutcome(judge(reply, answeredAt, webhook.answerRule), secrets),
    answeredAt,
  }
}
