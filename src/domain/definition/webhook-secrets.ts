import { decodeUriPart } from '../decode-uri-part.ts'
import { HIDDEN, isSecretName, looksRandom, redactUrl, secretPartsOfUrl } from '../redaction/redact.ts'
import { findMarkers } from '../template/segments.ts'
import { rememberLast } from '../remember-last.ts'
import { finish, type Steps } from '../steps.ts'
import { SoughtTexts, type Sought, type Range } from '../redaction/sought-texts.ts'
import type { NewHeader, Webhook } from '../webhook/webhook.ts'

/** Headers about format or urgency, which never have a secret. */
const HARMLESS_NAMES: ReadonlySet<string> = new Set([
  'accept',
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'content-language',
  'content-type',
  'markdown',
  'pragma',
  'prefer',
  'priority',
  'tags',
  'title',
  'user-agent',
  'x-priority',
  'x-tags',
  'x-title',
])

/**
 * Tells whether the value of a header is hidden wherever it is shown. Shown are only values of harmless headers, and
 * values with markers under a name that does not look secret.
 */
export function isSecretHeader({ key, value }: NewHeader): boolean {
  if (isSecretName(key)) return true
  return !HARMLESS_NAMES.has(key.toLowerCase()) && findMarkers(value).length === 0 && value !== ''
}

/**
 * Returns the webhook for readers without access to its secrets. Signing secrets and client keys are in no read at all.
 */
export function maskWebhook(webhook: Webhook): Webhook {
  return {
    ...webhook,
    url: redactUrl(webhook.url),
    clearRequest: webhook.clearRequest && {
      ...webhook.clearRequest,
      url: redactUrl(webhook.clearRequest.url),
    },
    headers: webhook.headers.map((header) =>
      isSecretHeader(header) ? { ...header, value: HIDDEN } : header,
    ),
  }
}

export interface WebhookSecrets {
  /** Headers with hidden values, in lower case. */
  readonly headerNames: ReadonlySet<string>
  /** `isCut`: the text may end within a secret. */
  readonly hide: (text: string, isCut?: boolean) => string
  /** Hides in steps: with many secrets a megabyte takes some twenty milliseconds. */
  readonly hideInSteps: (text: string, isCut?: boolean) => Steps<string>
  /** Returns a sent URL without its credentials. */
  readonly showUrl: (url: string) => string
}

/** Shorter secrets occur in too many texts by chance. */
const SECRET_LENGTH_MIN = 6
/** The beginning of a secret at the end of a cut text. */
const CUT_LENGTH_MIN = 4
/** The length of the head by which a longer secret is found; it is hidden completely. */
const HEAD_LENGTH_MAX = 128
/**
 * Characters of all secrets of a webhook to find, in all spellings, of long ones the heads. A webhook with more is not
 * shown at all; hundreds of long secrets fit.
 */
export const SOUGHT_CHARS_MAX = 64 * 1024
/** With more beginnings a search for each takes longer than the one pass that finds everything. */
const BEGINNINGS_MAX = 16

/**
 * Done once per revision: preparing costs much more than hiding. Yields after each header: the most and longest take
 * some ten milliseconds.
 */
export function* secretsOf({
  url: template,
  clearRequest,
  headers,
  signingSecrets,
}: Pick<Webhook, 'url' | 'clearRequest' | 'headers' | 'signingSecrets'>): Steps<WebhookSecrets> {
  const headerNames = new Set<string>()
  const sought = new Spellings()
  for (const header of headers) {
    if (!isSecretHeader(header)) continue
    headerNames.add(header.key.toLowerCase())
    if (isEchoed(header)) sought.add(partsOfHeader(header.value))
    yield
  }
  for (const url of clearRequest === null ? [template] : [template, clearRequest.url]) {
    sought.add(secretPartsOfUrl(url).flatMap(partsOfUrl))
  }
  sought.add(signingSecrets.flatMap(({ secret }) => [secret, secret.replace(/^whsec_/, '')]))
  const hiding = createHiding(sought)
  const { hide } = hiding
  return { headerNames, ...hiding, showUrl: rememberLast((url) => hide(redactUrl(url))) }
}

/**
 * Tells whether the value looks secret; any word may be a value (`X-Team: platform`), and must not vanish from texts.
 */
function isEchoed({ key, value }: NewHeader): boolean {
  return isSecretName(key) || value.split(/\s+/).some(looksRandom)
}

class Spellings {
  readonly texts = new Set<string>()
  #chars = 0

  get isTooMuch(): boolean {
    return this.#chars > SOUGHT_CHARS_MAX
  }

  add(values: readonly string[]): void {
    for (const text of eachSpelling(values)) {
      if (this.isTooMuch) return
      if (text.length < SECRET_LENGTH_MIN || this.texts.has(text)) continue
      this.texts.add(text)
      this.#chars += Math.min(text.length, HEAD_LENGTH_MAX)
    }
  }
}

function* eachSpelling(values: readonly string[]): Iterable<string> {
  for (const value of values) for (const part of withoutMarkers(value)) yield* spellings(part)
}

/** Usually a text has no secret: then no search is prepared. */
function createHiding({ texts, isTooMuch }: Spellings): Pick<WebhookSecrets, 'hide' | 'hideInSteps'> {
  const beginnings = [...new Set([...texts].map((text) => text.slice(0, CUT_LENGTH_MIN)))]
  let sought: SoughtTexts | undefined
  const hideAtOnce = (text: string): string | undefined => {
    if (isTooMuch) return HIDDEN
    const hasNone = beginnings.length <= BEGINNINGS_MAX && !beginnings.some((begin) => text.includes(begin))
    return hasNone ? text : undefined
  }
  function* hideFound(text: string, isCut: boolean): Steps<string> {
    sought ??= new SoughtTexts([...texts].map(toSought))
    return hideRanges(text, yield* sought.find(text, isCut ? CUT_LENGTH_MIN : Infinity))
  }
  return {
    hide: (text, isCut = false) => hideAtOnce(text) ?? finish(hideFound(text, isCut)),
    *hideInSteps(text, isCut = false) {
      return hideAtOnce(text) ?? (yield* hideFound(text, isCut))
    },
  }
}

function toSought(text: string): Sought {
  const head = text.slice(0, HEAD_LENGTH_MAX)
  return { text: head, charsAfter: text.length - head.length }
}

function hideRanges(text: string, ranges: readonly Range[]): string {
  let hidden = ''
  let copiedTo = 0
  for (const { start, end } of ranges) {
    hidden += text.slice(copiedTo, start) + HIDDEN
    copiedTo = end
  }
  return hidden + text.slice(copiedTo)
}

/** The whole value, what follows a scheme, and what `Basic` encodes. */
function partsOfHeader(value: string): readonly string[] {
  const [, scheme = '', rest] = /^(\S+) +(\S.*)$/.exec(value) ?? []
  if (rest === undefined) return [value]
  if (scheme.toLowerCase() !== 'basic') return [value, rest]
  const pair = Buffer.from(rest, 'base64').toString('utf8')
  return [value, rest, pair, pair.slice(pair.indexOf(':') + 1)]
}

/** Includes user and password as sent in `Authorization: Basic`. */
function partsOfUrl(part: string): readonly string[] {
  const plain = decodeUriPart(part)
  const colonAt = part.indexOf(':')
  if (colonAt === -1) return [part, plain]
  const [user, password] = [decodeUriPart(part.slice(0, colonAt)), decodeUriPart(part.slice(colonAt + 1))]
  return [part, plain, password, part.slice(colonAt + 1), base64(`${user}:${password}`)]
}

/** Values of markers are not the webhook's secrets. */
function withoutMarkers(text: string): readonly string[] {
  const spots = findMarkers(text)
  return [
    ...spots.map(({ start }, index) => text.slice(spots[index - 1]?.end ?? 0, start)),
    text.slice(spots.at(-1)?.end ?? 0),
  ].filter((part) => part !== '')
}

/** Returns the spellings in which receivers echo a text: in JSON, in an address, in HTML. */
function spellings(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1)
  const html = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
  return [text, json, json.replaceAll('/', String.raw`\/`), html, encodeURIComponent(text.toWellFormed())]
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64')
}
