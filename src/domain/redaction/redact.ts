import { readableHeader } from '../template/escaping.ts'
import type { HeaderPairs } from '../receiver/outcome.ts'

/** Replaces a secret wherever a request or response is stored or shown. */
export const HIDDEN = '***'

/** Hides rather too much: a hidden value can be looked up in the webhook, a shown one cannot be taken back. */
const SECRET_NAME = /authorization|cookie|token|secret|passw|credential|x-auth|(?<!idempotency[-_]?)key$/i
const ADDRESS_NAME = /^(?:content-)?location$/i
const AUTHENTICATION_SCHEME = /^(basic|bearer|digest|token|apikey|genie-?key|splunk|negotiate)(?= )/i

/**
 * Hides secret values (keeping the scheme of `Authorization`), and reads the bytes of others as UTF-8. `alsoHidden`:
 * further names, in lower case.
 */
export function redactHeaders(headers: HeaderPairs, alsoHidden: ReadonlySet<string> = NO_NAMES): HeaderPairs {
  return headers.map((pair) => {
    const [name, value] = pair
    if (isSecretName(name)) return [name, hideValue(value)]
    if (alsoHidden.size > 0 && alsoHidden.has(name.toLowerCase())) return [name, HIDDEN]
    const readable = readableHeader(value)
    // A redirect may contain credentials.
    if (ADDRESS_NAME.test(name)) return [name, redactUrl(readable)]
    return readable === value ? pair : [name, readable]
  })
}

const NO_NAMES: ReadonlySet<string> = new Set()

/** Hides user information, query parameters with secret names, and path segments that are or look like secrets. */
export function redactUrl(url: string): string {
  return replaceSecrets(url, () => HIDDEN)
}

/** The parts of a URL that `redactUrl` hides, as they stand there. */
export function secretPartsOfUrl(url: string): readonly string[] {
  const parts: string[] = []
  replaceSecrets(url, (part) => {
    parts.push(part)
    return HIDDEN
  })
  return parts
}

export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name)
}

type Replace = (secret: string) => string

/** Scheme and slashes, user information, host with port, path, and the rest; as forgiving as URL parsers. */
const URL_PARTS = /^(\s*[a-z][a-z0-9+.-]*:[/\\]*)(?:([^/\\?#]*)@)?([^/\\?#]*)([^?#]*)(.*)$/is

function replaceSecrets(url: string, replace: Replace): string {
  const parts = URL_PARTS.exec(url)
  if (!parts) return replaceInQuery(url, replace)
  const [, scheme = '', user, authority = '', path = '', rest = ''] = parts
  const shownUser = user === undefined ? '' : `${replace(user)}@`
  const host = authority.replace(/:\d*$/, '').replace(/\.$/, '')
  return scheme + shownUser + authority + replaceInPath(host, path, replace) + replaceInQuery(rest, replace)
}

function replaceInQuery(text: string, replace: Replace): string {
  const queryAt = text.indexOf('?')
  if (queryAt === -1) return text
  const query = text
    .slice(queryAt + 1)
    .replace(/(^|[&;])([^=&;#]+)=([^&;#]*)/g, (whole, before: string, name: string, value: string) =>
      isSecretParameter(name) ? `${before}${name}=${replace(value)}` : whole,
    )
  return `${text.slice(0, queryAt)}?${query}`
}

/** Tells whether the value of a query parameter, a member or an element must be hidden. */
export function isSecretParameter(name: string): boolean {
  // Texts such as `a=a=a=` have very many shorter names.
  if (name.length < 'key'.length) return false
  return isSecretName(name) || /^(sig|signature|auth|code|pass|pwd)$/i.test(name)
}

/** Addresses whose path is the credential: the first group stays, the second is secret. */
const CREDENTIAL_PATHS: readonly { readonly host: RegExp; readonly path: RegExp }[] = [
  { host: /^hooks\.slack(-gov)?\.com$/i, path: /^([/\\](?:services|workflows|triggers)[/\\])(.+)$/s },
  {
    host: /(^|\.)discord(app)?\.com$/i,
    path: /^([/\\]api[/\\](?:v\d+[/\\])?webhooks[/\\][^/\\]+[/\\])([^/\\]+)/,
  },
  { host: /^api\.telegram\.org$/i, path: /^([/\\](?:file[/\\])?bot)([^/\\]+)/ },
  // Others may run a server of Telegram's Bot API.
  { host: /./, path: /^(.*[/\\]bot)(\d+(?::|%3a)[^/\\]+)/i },
  {
    host: /(^|\.)(webhook\.office|outlook\.office|outlook\.office365)\.com$/i,
    path: /^([/\\]webhook(?:b2)?[/\\])(.+)$/s,
  },
  // Mattermost has one part after /hooks/, Rocket.Chat two, Zapier /hooks/catch/ and two short ones.
  { host: /./, path: /^(.*[/\\]hooks[/\\])([a-z0-9]{26})(?=[/\\]|$)/ },
  { host: /./, path: /^(.*[/\\]hooks[/\\][A-Za-z0-9]{10,}[/\\])([\w-]{10,})/ },
  { host: /^hooks\.zapier\.com$/i, path: /^([/\\]hooks[/\\]catch[/\\])(.+)$/s },
  { host: /^alert\.victorops\.com$/i, path: /^(.*[/\\]alert[/\\])([^/\\]+)/ },
]

function replaceInPath(host: string, path: string, replace: Replace): string {
  const known = CREDENTIAL_PATHS.find((rule) => rule.host.test(host) && rule.path.test(path))
  if (known) {
    return path.replace(known.path, (_whole, kept: string, secret: string) => kept + replace(secret))
  }
  return path.replace(/[^/\\]+/g, (segment) => (looksRandom(segment) ? replace(segment) : segment))
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i
const CHANGES_OF_CASE = /[a-z][A-Z]|[A-Z]{2}[a-z]/g

/** A shorter text may be a word. */
const RANDOM_LENGTH_MIN = 16

/** Recognises path segments that nobody would choose, for receivers without a rule above. */
export function looksRandom(segment: string): boolean {
  if (segment.length < RANDOM_LENGTH_MIN) return false
  if (UUID.test(segment)) return true
  if (!/^[\w~.=:-]+$/.test(segment)) return false
  return segment
    .split(/[-_.~=:]/)
    .some(
      (word) =>
        (word.length >= 10 && /\d/.test(word) && /[A-Za-z]/.test(word)) ||
        (word.length >= 20 && (word.match(CHANGES_OF_CASE) ?? []).length >= 5),
    )
}

function hideValue(value: string): string {
  const scheme = AUTHENTICATION_SCHEME.exec(value)?.[0]
  return scheme === undefined ? HIDDEN : `${scheme} ${HIDDEN}`
}
