import { readableHeader } from './escaping.ts'
import type { HeaderPairs } from './outcome.ts'

/** What stands for a secret wherever a request or an answer is kept or shown. */
export const HIDDEN = '***'

/** Rather one too many: a hidden value can be looked up in the webhook, a shown one cannot be taken back. */
const SECRET_NAME = /authorization|cookie|token|secret|passw|credential|x-auth|(?<!idempotency[-_]?)key$/i
const AUTHENTICATION_SCHEME = /^(basic|bearer|digest|token|apikey|genie-?key|splunk|negotiate)(?= )/i

/**
 * Header pairs as they are kept and shown: values that carry secrets hidden (of `Authorization` the scheme stays), and
 * the bytes of the others read as UTF-8.
 */
export function redactHeaders(headers: HeaderPairs): HeaderPairs {
  return headers.map(([name, value]) => {
    if (isSecretName(name)) return [name, hideValue(value)]
    // An answer that sends us elsewhere may do so with the credentials for it.
    if (/^(content-)?location$/i.test(name)) return [name, redactUrl(readableHeader(value))]
    return [name, readableHeader(value)]
  })
}

/**
 * The same URL with its user information hidden, and the values of query parameters whose names say that they are
 * secret. A secret that is part of the path cannot be told from an address, and stays.
 */
export function redactUrl(url: string): string {
  const withoutUser = url.replace(/^(\s*[a-z][a-z0-9+.-]*:[/\\]*)[^/\\?#]*@/i, `$1${HIDDEN}@`)
  const queryAt = withoutUser.indexOf('?')
  if (queryAt === -1) return withoutUser
  const query = withoutUser
    .slice(queryAt + 1)
    .replace(/(^|[&;])([^=&;#]+)=([^&;#]*)/g, (whole, before: string, name: string) =>
      isSecretParameter(name) ? `${before}${name}=${HIDDEN}` : whole,
    )
  return `${withoutUser.slice(0, queryAt)}?${query}`
}

function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name)
}

/** Of a query parameter, a member or an element: does its value have to be hidden? */
export function isSecretParameter(name: string): boolean {
  return SECRET_NAME.test(name) || /^(sig|signature|auth|code|pass|pwd)$/i.test(name)
}

function hideValue(value: string): string {
  const scheme = AUTHENTICATION_SCHEME.exec(value)?.[0]
  return scheme === undefined ? HIDDEN : `${scheme} ${HIDDEN}`
}
