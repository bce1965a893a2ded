import { HIDDEN, isSecretName, looksRandom, redactUrl, secretPartsOfUrl } from './redact.ts'
import { findMarkers } from './segments.ts'
import type { NewHeader, Webhook } from './webhook.ts'

/** Headers that say how a message is to be read, or how urgent it is: nobody keeps a secret in them. */
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
 * Whether the value of a webhook's own header is hidden wherever it is shown. Rather one too many: shown are only
 * values of headers that are known to be harmless, and those made of markers under a name that does not look secret.
 */
export function isSecretHeader({ key, value }: NewHeader): boolean {
  if (isSecretName(key)) return true
  return !HARMLESS_NAMES.has(key.toLowerCase()) && findMarkers(value).length === 0 && value !== ''
}

/** The webhook as those may see it who may not see its secrets. Signing secrets and client keys are never in reads. */
export function maskWebhook(webhook: Webhook): Webhook {
  return {
    ...webhook,
    url: redactUrl(webhook.url),
    headers: webhook.headers.map((header) =>
      isSecretHeader(header) ? { ...header, value: HIDDEN } : header,
    ),
  }
}

/** What a webhook sends, or keeps, and nobody is to read in what is recorded of its requests and answers. */
export interface WebhookSecrets {
  /** Headers whose values are hidden, in lower case. */
  readonly headerNames: ReadonlySet<string>
  /** The text with every secret of the webhook replaced. `isCut`: it may end within one. */
  readonly hide: (text: string, isCut?: boolean) => string
  /** A URL that was sent, without its credentials. */
  readonly showUrl: (url: string) => string
}

/** Shorter ones stand in too many texts by chance, and would be no secrets for long anyway. */
const SECRET_LENGTH_MIN = 6
/** The beginning of a secret at the end of a text that was cut there. */
const CUT_LENGTH_MIN = 4

/** Prepared once per revision: looking for them costs little, finding out what they are does not. */
export function secretsOf(webhook: Pick<Webhook, 'url' | 'headers' | 'signingSecrets'>): WebhookSecrets {
  const secretHeaders = webhook.headers.filter(isSecretHeader)
  const values = [
    ...secretHeaders.filter(isEchoed).flatMap(({ value }) => partsOfHeader(value)),
    ...secretPartsOfUrl(webhook.url).flatMap(partsOfUrl),
    ...webhook.signingSecrets.flatMap(({ secret }) => [secret, secret.replace(/^whsec_/, '')]),
  ]
  const texts = [...new Set(values.flatMap(withoutMarkers).flatMap(spellings))]
    .filter((text) => text.length >= SECRET_LENGTH_MIN)
    // A secret that begins with another one must go as a whole.
    .toSorted((one, other) => other.length - one.length)
  const hide = (text: string, isCut = false) => hideAll(isCut ? cutBegun(text, texts) : text, texts)
  return {
    headerNames: new Set(secretHeaders.map(({ key }) => key.toLowerCase())),
    hide,
    showUrl: rememberLast((url) => hide(redactUrl(url))),
  }
}

/** Most URLs have no markers, and so are the same every time. */
function rememberLast(compute: (text: string) => string): (text: string) => string {
  let last: { readonly text: string; readonly result: string } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, result: compute(text) }
    return last.result
  }
}

/** Any word may be a value (`X-Team: platform`), and would then be missing in every text: only what looks secret goes. */
function isEchoed({ key, value }: NewHeader): boolean {
  return isSecretName(key) || value.split(/\s+/).some(looksRandom)
}

function hideAll(text: string, secrets: readonly string[]): string {
  let hidden = text
  for (const secret of secrets) if (hidden.includes(secret)) hidden = hidden.replaceAll(secret, HIDDEN)
  return hidden
}

/** Without the beginning of a secret that the text ends with. */
function cutBegun(text: string, secrets: readonly string[]): string {
  for (const secret of secrets) {
    const head = secret.slice(0, CUT_LENGTH_MIN)
    for (
      let at = text.indexOf(head, text.length - secret.length);
      at !== -1;
      at = text.indexOf(head, at + 1)
    ) {
      if (secret.startsWith(text.slice(at))) return text.slice(0, at) + HIDDEN
    }
  }
  return text
}

/** The whole value, what stands behind a scheme, and what `Basic` encodes. */
function partsOfHeader(value: string): readonly string[] {
  const [, scheme = '', rest] = /^(\S+) +(\S.*)$/.exec(value) ?? []
  if (rest === undefined) return [value]
  if (scheme.toLowerCase() !== 'basic') return [value, rest]
  const pair = Buffer.from(rest, 'base64').toString('utf8')
  return [value, rest, pair, pair.slice(pair.indexOf(':') + 1)]
}

/** User and password also as they are sent: in `Authorization: Basic`. */
function partsOfUrl(part: string): readonly string[] {
  const plain = decoded(part)
  const colonAt = part.indexOf(':')
  if (colonAt === -1) return [part, plain]
  const [user, password] = [decoded(part.slice(0, colonAt)), decoded(part.slice(colonAt + 1))]
  return [part, plain, password, part.slice(colonAt + 1), base64(`${user}:${password}`)]
}

/** Values of markers are not the webhook's own. */
function withoutMarkers(text: string): readonly string[] {
  const spots = findMarkers(text)
  return [
    ...spots.map(({ start }, index) => text.slice(spots[index - 1]?.end ?? 0, start)),
    text.slice(spots.at(-1)?.end ?? 0),
  ]
}

/** As receivers may write it when they say what they got: in JSON, in an address, in HTML. */
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

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
