import type { Clock } from '../runtime/clock.ts'
import { decodeUriPart } from '../domain/decode-uri-part.ts'
import type { Claim } from '../domain/delivery/delivery.ts'
import type { Event } from '../domain/alert/event.ts'
import type { InstallationId } from '../domain/ids.ts'
import type { HeaderPairs, RecordedRequest } from '../domain/receiver/outcome.ts'
import { redactHeaders } from '../domain/redaction/redact.ts'
import { LONG_AHEAD, type Steps } from '../domain/steps.ts'
import type { RenderedRequest } from '../domain/template/render-request.ts'
import { SIGNATURE_NAME } from '../domain/receiver/signature.ts'
import type { Webhook } from '../domain/webhook/webhook.ts'
import type { WebhookSecrets } from '../domain/definition/webhook-secrets.ts'
import type { OutgoingRequest } from './dispatch-options.ts'
import type { PreparedWebhook, RequestCache } from './request-cache.ts'

export interface PrepareDeps {
  readonly requests: RequestCache
  readonly clock: Pick<Clock, 'now'>
  readonly version: string
}

export interface PreparedRequest extends Pick<PreparedWebhook, 'warnings' | 'secrets' | 'responseSettings'> {
  readonly request: OutgoingRequest
  /** The marker that the address lacks; undefined: none. */
  readonly missing: string | undefined
}

export interface RequestChoice {
  readonly id: string
  /** Chooses the clear request of the webhook, if it has one. */
  readonly isOver: boolean
}

export interface UnstampedRequest {
  readonly rendered: RenderedRequest
  readonly prepared: PreparedWebhook
}

/**
 * Names a delivery uniquely: by the installation's id, and by the epoch, since failovers and restores may repeat
 * numbers.
 */
export function deliveryName(
  installationId: InstallationId,
  { epoch, deliveryId }: Pick<Claim, 'epoch' | 'deliveryId'>,
): string {
  return `dlv_${installationId}_${epoch === null ? '' : `${epoch}_`}${deliveryId}`
}

/** Names a request that is no delivery. */
export function testName(installationId: InstallationId, word: string): string {
  return `dlv_${installationId}_test_${word}`
}

/** Renders a request; deliveries, tests and previews all begin with this and end with the stamp. */
export function* renderRequest(
  webhook: Webhook,
  event: Event,
  { id, isOver }: RequestChoice,
  { requests }: Pick<PrepareDeps, 'requests'>,
): Steps<UnstampedRequest> {
  const prepared = yield* requests.get(webhook, isOver)
  return { rendered: moveCredentials(yield* prepared.renderInSteps({ event, deliveryId: id })), prepared }
}

/** Stamps and signs a request. The id is the same in each attempt of a delivery; the time is the attempt's. */
export function* stampRequest(
  unstamped: UnstampedRequest,
  id: string,
  deps: StampDeps,
): Steps<PreparedRequest> {
  const { rendered, prepared } = unstamped
  const { sign, encode } = prepared
  const at = deps.clock.now()
  const stamp = { id, timestamp: String(Math.floor(at / 1000)), version: deps.version }
  const bytes = encode?.(rendered.body)
  const signature = sign && (yield* sign({ ...stamp, body: bytes ?? rendered.body }, at))
  return putStamp(unstamped, stamp, { signature, bytes })
}

export function* prepareRequest(
  webhook: Webhook,
  event: Event,
  choice: RequestChoice,
  deps: PrepareDeps,
): Steps<PreparedRequest> {
  const unstamped = yield* renderRequest(webhook, event, choice, deps)
  yield LONG_AHEAD
  return yield* stampRequest(unstamped, choice.id, deps)
}

/**
 * Returns the request for storing and showing, without secrets; signatures are not secret. Works in steps: body and
 * headers may have megabytes.
 */
export function* recordRequest(
  { method, url, target, headers, body }: OutgoingRequest,
  { headerNames, hideInSteps, showUrl }: WebhookSecrets,
): Steps<RecordedRequest> {
  const shown: HeaderPairs[number][] = []
  for (const pair of redactHeaders(headers, headerNames)) {
    const value = yield* hideInSteps(pair[1])
    shown.push(value === pair[1] ? pair : [pair[0], value])
    yield
  }
  const sent = sentUrl({ url, target })
  return { method, url: showUrl(sent), headers: shown, body: yield* hideInSteps(body) }
}

/** Returns the normalised address: `/a/../b` is sent as `/b`, and a quote as `%22`. */
function sentUrl({ url, target }: Pick<OutgoingRequest, 'url' | 'target'>): string {
  return target === undefined ? url : target.origin + target.path
}

/** Standard Webhooks: these replace a webhook's own headers of the same names. */
const OUR_NAMES: ReadonlySet<string> = new Set(['webhook-id', 'webhook-timestamp'])

type StampDeps = Omit<PrepareDeps, 'requests'>

interface Stamp {
  readonly id: string
  /** In seconds since 1970. */
  readonly timestamp: string
  readonly version: string
}

function putStamp(
  { rendered, prepared }: UnstampedRequest,
  { id, timestamp, version }: Stamp,
  { signature, bytes }: { readonly signature: string | undefined; readonly bytes: Uint8Array | undefined },
): PreparedRequest {
  const headers: (readonly [string, string])[] = []
  let hasUserAgent = false
  for (const pair of rendered.headers) {
    const name = pair[0].toLowerCase()
    if (name === 'user-agent') hasUserAgent = true
    if (!OUR_NAMES.has(name) && !(signature !== undefined && name === SIGNATURE_NAME)) headers.push(pair)
  }
  if (!hasUserAgent) headers.push(['User-Agent', `Tocsin/${version}`])
  headers.push(['webhook-id', id], ['webhook-timestamp', timestamp])
  if (signature !== undefined) headers.push([SIGNATURE_NAME, signature])
  const { method, url, body, missing } = rendered
  const { secrets, responseSettings, warnings, readTarget } = prepared
  return {
    request: { method, url, headers, body, bytes, target: readTarget(url) },
    secrets,
    responseSettings,
    warnings,
    missing,
  }
}

/** Moves user information from the URL to `Authorization: Basic`, as browsers and curl do. */
function moveCredentials(rendered: RenderedRequest): RenderedRequest {
  if (!rendered.url.includes('@')) return rendered
  const url = URL.parse(rendered.url)
  if (!url || (url.username === '' && url.password === '')) return rendered

  const pair = `${decodeUriPart(url.username)}:${decodeUriPart(url.password)}`
  url.username = ''
  url.password = ''
  const basic = ['Authorization', `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`] as const
  const hasOwn = rendered.headers.some(([name]) => name.toLowerCase() === 'authorization')
  const headers: HeaderPairs = hasOwn ? rendered.headers : [...rendered.headers, basic]
  return { ...rendered, url: url.href, headers }
}
