import type { Event } from '../alert/event.ts'
import type { Issue } from '../errors.ts'
import type { HeaderPairs } from '../receiver/outcome.ts'
import { finish, LONG_AHEAD, type Steps } from '../steps.ts'
import type { NewHeader, PayloadType, Webhook } from '../webhook/webhook.ts'
import { type Encode, headerText, urlPathText, urlText } from './escaping.ts'
import { familyOf } from './marker.ts'
import { type MarkerContext, type MarkerSite, markerValues } from './markers.ts'
import type { Segments, SizeLimit, Slot, Spot } from './segments.ts'
import { blankMarkers, cutAt, fill, findMarkers } from './segments.ts'
import { idleOmissionWarnings, markerWarnings } from './template-warnings.ts'
import { compileTemplate, findBodyFault } from './template.ts'
import { positionOf, type TextPosition } from './text-position.ts'

/** The request to a receiver, before delivery adds its own headers. */
export interface RenderedRequest {
  readonly method: string
  readonly url: string
  /** In the order of the webhook; the characters of values are bytes (see `headerText`). */
  readonly headers: HeaderPairs
  readonly body: string
  /** A label or annotation in the URL that has neither a value nor a replacement. */
  readonly missing: string | undefined
}

export interface RequestTemplate extends Pick<Webhook, 'url' | 'method' | 'payloadTemplate' | 'payloadType'> {
  readonly headers: readonly NewHeader[]
}

/** A warning for the writer of a webhook, and where it applies. */
export interface RequestWarning extends Issue {
  /** Undefined: the warning is about the whole. */
  readonly position?: TextPosition
}

export interface CompiledRequest {
  /** Paths are the webhook's fields: `payload_template`, `url`, `http_headers[2].http_header_value`. */
  readonly warnings: readonly RequestWarning[]
  /** Never throws, for any event. */
  readonly render: (context: MarkerContext) => RenderedRequest
  /** Renders in steps of at most some twenty milliseconds. */
  readonly renderInSteps: (context: MarkerContext) => Steps<RenderedRequest>
}

const DEFAULT_CONTENT_TYPE = 'application/json'

/** Limits a URL or a header, and each value in it; servers rarely take lines above 8 KiB. */
const HEADER_SIZE: SizeLimit = { valueCharsMax: 2048, totalCharsMax: 16 * 1024 }

/** Compiles every text with markers. Do it once per revision: rendering is fast. */
export function compileRequest(webhook: RequestTemplate, site: MarkerSite): CompiledRequest {
  return finish(compileRequestInSteps(webhook, site))
}

/** The longest template takes some ten milliseconds, and the most headers take more. */
export function* compileRequestInSteps(webhook: RequestTemplate, site: MarkerSite): Steps<CompiledRequest> {
  const { method, payloadType } = webhook
  const contentType = contentTypeOf(webhook.headers)
  const body = compileTemplate(webhook.payloadTemplate, {
    payloadType,
    contentType: contentType ?? DEFAULT_CONTENT_TYPE,
    ...site,
  })
  yield LONG_AHEAD
  const url = cutUrl(webhook.url)
  const headers: (readonly [string, Segments])[] = []
  const ofHeaders: RequestWarning[] = []
  for (const [index, header] of webhook.headers.entries()) {
    headers.push([header.key, cutHeader(header.value)])
    ofHeaders.push(...headerWarnings(header, index, { payloadType, ...site }))
    yield
  }
  const added: HeaderPairs = contentType === undefined ? [['Content-Type', DEFAULT_CONTENT_TYPE]] : []
  function* renderInSteps(context: MarkerContext): Steps<RenderedRequest> {
    const value = markerValues({ ...context, ...site })
    const filled: HeaderPair[] = [...added]
    for (const header of headers) {
      filled.push(fillHeader(header, value))
      yield
    }
    yield LONG_AHEAD
    return {
      method,
      url: fill(url, value, HEADER_SIZE),
      headers: filled,
      body: body.render(value),
      missing: url.slots.find((slot) => isMissing(slot, value))?.name,
    }
  }

  return {
    warnings: [
      ...body.warnings.map((warning) => ({ path: 'payload_template', ...warning })),
      ...urlWarnings(webhook, site),
      ...ofHeaders,
    ],
    render: (context) => finish(renderInSteps(context)),
    renderInSteps,
  }
}

type HeaderPair = HeaderPairs[number]
type MarkerValue = ReturnType<typeof markerValues>

function fillHeader([key, segments]: readonly [string, Segments], value: MarkerValue): HeaderPair {
  return [key, fill(segments, value, HEADER_SIZE)]
}

function isMissing({ name, filter }: Slot, value: MarkerValue): boolean {
  return familyOf(name) !== undefined && (filter?.fallback ?? '') === '' && value(name) === ''
}

export function contentTypeOf(headers: readonly NewHeader[]): string | undefined {
  return headers.find(({ key }) => key.toLowerCase() === 'content-type')?.value
}

function cutUrl(url: string): Segments {
  const spots = findMarkers(url)
  const pathEnd = blankMarkers(url, spots).search(/[?#]/)
  const encodeAt = ({ start }: Spot): Encode => (pathEnd !== -1 && start > pathEnd ? urlText : urlPathText)
  return cutAt(url, spots, encodeAt)
}

function cutHeader(value: string): Segments {
  const { textBefore, slots } = cutAt(value, findMarkers(value), () => headerText)
  return {
    textBefore: headerText(textBefore),
    slots: slots.map((slot) => ({ ...slot, textAfter: headerText(slot.textAfter) })),
  }
}

function urlWarnings(
  { url: text, payloadType }: RequestTemplate,
  site: MarkerSite,
): readonly RequestWarning[] {
  const spots = findMarkers(text)
  const warnings = [
    ...markerWarnings({ text, spots, payloadType, isPercentEncoded: true, ...site }),
    ...idleOmissionWarnings(text, spots),
  ]
  return warnings.map((warning) => ({ path: 'url', ...warning }))
}

/** Names in one header that are compared with all markers: a webhook has many headers. */
const HEADER_CANDIDATES_MAX = 10

function headerWarnings(
  { key, value }: NewHeader,
  index: number,
  about: MarkerSite & { readonly payloadType: PayloadType },
): readonly RequestWarning[] {
  const path = `http_headers[${index}]`
  const inName = findMarkers(key).map(({ name, start, end }) => ({
    path: `${path}.http_header_key`,
    message: `%${name}% stays as it is: markers are replaced in the values of headers, not in their names.`,
    position: positionOf(key, start, end - start),
  }))
  const spots = findMarkers(value)
  const inValue = [
    ...markerWarnings({
      text: value,
      spots,
      ...about,
      isPercentEncoded: false,
      candidatesMax: HEADER_CANDIDATES_MAX,
    }),
    ...idleOmissionWarnings(value, spots),
  ]
  return [...inName, ...inValue.map((warning) => ({ path: `${path}.http_header_value`, ...warning }))]
}

export function findRequestWarnings(
  webhook: RequestTemplate & Pick<Webhook, 'clearRequest'>,
  site: MarkerSite,
): readonly RequestWarning[] {
  const own = compileRequest(webhook, site).warnings
  if (webhook.clearRequest === null) return own
  const ofClear = compileRequest({ ...webhook, ...webhook.clearRequest }, site).warnings
  // Their headers are the same.
  return [...own, ...ofClear.filter(isOfClear).map(toClearWarning)]
}

/** Moves a warning to the clear request: its path begins with `clear_request.`. */
export function toClearWarning(warning: RequestWarning): RequestWarning {
  return isOfClear(warning) ? { ...warning, path: `clear_request.${warning.path}` } : warning
}

function isOfClear({ path }: RequestWarning): boolean {
  return path === 'url' || path === 'payload_template'
}

interface RequestPreview {
  readonly warnings: readonly RequestWarning[]
  readonly contentType: string
  readonly rendered: RenderedRequest
  /** Where the rendered body is not what its Content-Type says. */
  readonly fault: TextPosition | undefined
}

/** Compiles, renders and checks a sample in steps of some ten milliseconds for the longest template. */
export function* tryRequest(
  template: RequestTemplate,
  event: Event,
  site: MarkerSite,
): Steps<RequestPreview> {
  const contentType = contentTypeOf(template.headers) ?? DEFAULT_CONTENT_TYPE
  const { warnings, render } = compileRequest(template, site)
  yield LONG_AHEAD
  const rendered = render({ event, deliveryId: 'sample' })
  yield LONG_AHEAD
  const fault = findBodyFault(rendered.body, contentType)
  yield LONG_AHEAD
  return { warnings, contentType, rendered, fault }
}
