import type { LongWork } from '../runtime/long-work.ts'
import type { Event } from '../domain/alert/event.ts'
import type { Instant } from '../domain/instant.ts'
import { classifyResult } from '../domain/receiver/classify-result.ts'
import type { Outcome, RecordedRequest, RequestResult } from '../domain/receiver/outcome.ts'
import { finish, type Steps } from '../domain/steps.ts'
import type { Webhook } from '../domain/webhook/webhook.ts'
import type { WebhookSecrets } from '../domain/definition/webhook-secrets.ts'
import type { OutgoingRequest } from './dispatch-options.ts'
import type { PrepareDeps, PreparedRequest, RequestChoice } from './prepare-request.ts'
import { prepareRequest, recordRequest, renderRequest, stampRequest } from './prepare-request.ts'
import type { Sender } from './send.ts'

export interface CallDeps extends PrepareDeps {
  readonly longWork: Pick<LongWork, 'run'>
  readonly sender: Pick<Sender, 'send'>
  /** The limit for webhooks that set none. */
  readonly requestTimeoutMs: number
  readonly responseBytesMax: number
}

export interface CallOptions extends RequestChoice {
  /** The queue of long work in which it waits. */
  readonly queue: string
}

/**
 * The characters of a request or response that are processed at once, in about a millisecond; longer ones in pieces.
 */
export const LONG_CALL_CHARACTERS_MIN = 8 * 1024

/** A request and its outcome as stored and shown, without the secrets of the webhook. */
export interface Call {
  readonly request: RecordedRequest
  readonly result: RequestResult
  readonly outcome: Outcome
  readonly respondedAt: Instant
}

/**
 * Calls the webhook once: render, stamp, sign, send, classify. Deliveries and tests both use it, so a test shows what a
 * delivery does. Never rejects.
 */
export async function callWebhook(
  webhook: Webhook,
  event: Event,
  options: CallOptions,
  deps: CallDeps,
): Promise<Call> {
  const prepared = await prepareCall(webhook, event, options, deps)
  return sendCall(webhook, prepared, options, deps)
}

/** Prepares a request: at once, or in pieces if it is long. Read the clock again after waiting. */
export function prepareCall(
  webhook: Webhook,
  event: Event,
  { queue, ...choice }: CallOptions,
  deps: Pick<CallDeps, keyof PrepareDeps | 'longWork'>,
): PreparedRequest | Promise<PreparedRequest> {
  const { longWork } = deps
  if (isLong(charactersOf(webhook))) return longWork.run(queue, prepareRequest(webhook, event, choice, deps))
  const unstamped = finish(renderRequest(webhook, event, choice, deps))
  const stamping = stampRequest(unstamped, choice.id, deps)
  // A few markers may expand to megabytes, and each secret signs them all.
  const isLongToSign = unstamped.prepared.sign !== undefined && isLong(unstamped.rendered.body.length)
  return isLongToSign ? longWork.run(queue, stamping) : finish(stamping)
}

interface SendCallOptions extends Pick<CallOptions, 'queue'> {
  /** Lowers the webhook's own limit. */
  readonly timeoutMsMax?: number
  /** Upper limit for connecting. */
  readonly connectMsMax?: number | undefined
}

export function sendCall(
  webhook: Webhook,
  prepared: PreparedRequest,
  { queue, timeoutMsMax = Infinity, connectMsMax }: SendCallOptions,
  deps: CallDeps,
): Promise<Call> {
  if (prepared.missing !== undefined)
    return Promise.resolve(show(webhook, prepared, noAddress(prepared.missing), queue, deps))
  const sent = deps.sender.send(prepared.request, {
    timeoutMs: Math.min(webhook.timeoutMs ?? deps.requestTimeoutMs, timeoutMsMax),
    responseBytesMax: webhook.responseBytesMax ?? deps.responseBytesMax,
    tls: webhook.tls,
    connectMs: connectMsMax,
  })
  return sent.then((result) => show(webhook, prepared, result, queue, deps))
}

/** Makes the result of a request whose URL needs a label that the event does not have. */
function noAddress(marker: string): RequestResult {
  const detail = `not sent: ${describeMissing(marker)}`
  return { kind: 'no-response', reason: 'no_address', detail, timing: { totalMs: 0 } }
}

/** Says why an event has no address, and the remedy. */
export function describeMissing(marker: string): string {
  return `the URL needs %${marker}%, and the event has none; to send such notifications as well, name a text for them, e.g. %${marker}|or:dba%`
}

function show(
  webhook: Webhook,
  { request, secrets, responseSettings }: PreparedRequest,
  result: RequestResult,
  queue: string,
  { clock, longWork }: CallDeps,
): Call | Promise<Call> {
  const respondedAt = clock.now()
  // Classifies the response as received, secrets included.
  const outcome = hideInOutcome(classifyResult(result, respondedAt, responseSettings), secrets)
  const responseLength = result.kind === 'response' ? result.response.body.length : 0
  const showing = showCall(request, result, secrets)
  if (!isLong(charactersOf(webhook) + request.body.length + responseLength))
    return { ...finish(showing), outcome, respondedAt }
  return longWork.run(queue, showing).then((shown) => ({ ...shown, outcome, respondedAt }))
}

function* showCall(
  request: OutgoingRequest,
  result: RequestResult,
  secrets: WebhookSecrets,
): Steps<Pick<Call, 'request' | 'result'>> {
  const recorded = yield* recordRequest(request, secrets)
  yield
  return { request: recorded, result: yield* hideInResult(result, secrets) }
}

function isLong(characters: number): boolean {
  return characters >= LONG_CALL_CHARACTERS_MIN
}

function charactersOf({ url, headers, payloadTemplate, clearRequest }: Webhook): number {
  let characters = url.length + payloadTemplate.length
  if (clearRequest !== null) characters += clearRequest.url.length + clearRequest.payloadTemplate.length
  for (const { key, value } of headers) characters += key.length + value.length
  return characters
}

/**
 * Hides the secrets in a response: a receiver that echoes the request must not reveal them to readers of deliveries.
 */
function* hideInResult(result: RequestResult, secrets: WebhookSecrets): Steps<RequestResult> {
  if (result.kind === 'no-response') return { ...result, detail: yield* secrets.hideInSteps(result.detail) }
  const body = yield* secrets.hideInSteps(result.response.body, result.response.bodyTruncated)
  return showResponse(result, body, secrets.hide)
}

function showResponse(
  result: Extract<RequestResult, { kind: 'response' }>,
  body: string,
  hide: WebhookSecrets['hide'],
): RequestResult {
  const { response } = result
  const isInHeaders = response.headers.some(([, value]) => hide(value) !== value)
  // The usual case: nothing to hide.
  if (body === response.body && !isInHeaders) return result
  const headers = response.headers.map(([name, value]) => [name, hide(value)] as const)
  return { ...result, response: { ...response, headers, body } }
}

/** Reasons may quote a response. */
function hideInOutcome(outcome: Outcome, { hide }: WebhookSecrets): Outcome {
  const reason = hide(outcome.reason)
  return reason === outcome.reason ? outcome : { ...outcome, reason }
}
