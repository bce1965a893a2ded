import type { Clock } from '../runtime/clock.ts'
import type { Claim } from '../domain/delivery/delivery.ts'
import type { Event } from '../domain/alert/event.ts'
import type { InstallationId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { HeaderPairs, RecordedRequest } from '../domain/receiver/outcome.ts'
import { redactHeaders } from '../domain/redaction/redact.ts'
import { LONG_AHEAD, type Steps } from '../domain/steps.ts'
import type { RenderedRequest } from '../domain/template/render-request.ts'
import { SIGNATURE_NAME, type Sign } from '../domain/receiver/signature.ts'
import type { Webhook } from '../domain/webhook/webhook.ts'
import type { WebhookSecrets } from '../domain/definition/webhook-secrets.ts'
import type { OutgoingRequest } from './dispatch-options.ts'
import type { PreparedWebhook, RequestCache } from './request-cache.ts'

export interface PrepareDeps {
  readonly requests: RequestCache
  readonly clock: Pick<Clock, 'now'>
  readonly version: string
}

/** A request that is ready to be sent. */
export interface PreparedRequest extends Pick<PreparedWebhook, 'warnings' | 'secrets'> {
  readonly request: OutgoingRequest
  /** The moment that it bears. */
  readonly at: Instant
}

/** What names the request for its receiver: the same id in each attempt of a delivery, the moment of this attempt. */
interface Stamp {
  readonly id: string
  readonly at: Instant
}

/**
 * The name of a delivery for all the world: the id of the installation keeps two of them apart, the epoch two deliveries
 * that were given the same number before and after a failover or a restore.
 */
export function deliveryName(
  installationId: InstallationId,
  { epoch, deliveryId }: Pick<Claim, 'epoch' | 'deliveryId'>,
): string {
  return `dlv_${installationId}_${epoch === null ? '' : `${epoch}_`}${deliveryId}`
}

/** Likewise, of one that is no delivery. */
export function trialName(installationId: InstallationId, word: string): string {
  return `dlv_${installationId}_test_${word}`
}

/** Renders, stamps and signs: the one way to a request, whether it is delivered, tested or only shown. */
export function* prepareRequest(
  webhook: Webhook,
  event: Event,
  id: string,
  { requests, clock, version }: PrepareDeps,
): Steps<PreparedRequest> {
  const { renderInSteps, sign, secrets, warnings } = yield* requests.getInSteps(webhook)
  const rendered = yield* renderInSteps({ event, deliveryId: id })
  yield LONG_AHEAD
  const at = clock.now()
  const request = stampRequest(moveCredentials(rendered), { id, at }, { version, sign })
  return { request, at, secrets, warnings }
}

/** The request as it is kept and shown, without the secrets of its webhook. A signature is none. */
export function recordRequest(
  { method, url, headers, body }: OutgoingRequest,
  { headerNames, hide, showUrl }: WebhookSecrets,
): RecordedRequest {
  return {
    method,
    url: showUrl(url),
    headers: redactHeaders(headers, headerNames).map(([name, value]) => [name, hide(value)]),
    body: hide(body),
  }
}

/** Standard Webhooks: these names are ours, a webhook's own headers of these names are left out. */
const OUR_NAMES: ReadonlySet<string> = new Set(['webhook-id', 'webhook-timestamp'])

interface Stamping {
  readonly version: string
  readonly sign: Sign | undefined
}

function stampRequest(
  rendered: RenderedRequest,
  { id, at }: Stamp,
  { version, sign }: Stamping,
): OutgoingRequest {
  const headers: (readonly [string, string])[] = []
  let hasUserAgent = false
  for (const pair of rendered.headers) {
    const name = pair[0].toLowerCase()
    if (name === 'user-agent') hasUserAgent = true
    if (!OUR_NAMES.has(name) && !(sign && name === SIGNATURE_NAME)) headers.push(pair)
  }
  if (!hasUserAgent) headers.push(['User-Agent', `Tocsin/${version}`])
  const timestamp = String(Math.floor(at / 1000))
  headers.push(['webhook-id', id], ['webhook-timestamp', timestamp])
  if (sign) headers.push([SIGNATURE_NAME, sign({ id, timestamp, body: rendered.body }, at)])
  return { ...rendered, headers }
}

/** User information in the URL goes where receivers look for it, as browsers and curl do: `Authorization: Basic`. */
function moveCredentials(rendered: RenderedRequest): RenderedRequest {
  if (!rendered.url.includes('@')) return rendered
  const url = URL.parse(rendered.url)
  if (!url || (url.username === '' && url.password === '')) return rendered

  const pair = `${decode(url.username)}:${decode(url.password)}`
  url.username = ''
  url.password = ''
  const basic = ['Authorization', `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`] as const
  const hasOwn = rendered.headers.some(([name]) => name.toLowerCase() === 'authorization')
  const headers: HeaderPairs = hasOwn ? rendered.headers : [...rendered.headers, basic]
  return { ...rendered, url: url.href, headers }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A percent sign that begins no escape stands for itself.
    return text
  }
}
