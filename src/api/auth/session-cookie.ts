import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../domain/errors.ts'
import type { InstallationId } from '../../domain/ids.ts'

const PREFIX = 'tocsin_session_'

/** Separates the cookies of several services on one host. */
export function sessionCookieName(installationId: InstallationId): string {
  return `${PREFIX}${installationId.slice(0, 8)}`
}

/** Tells whether a browser seems signed in to any service on the host. It proves nothing. */
export function seemsSignedIn({ cookie = '' }: IncomingHttpHeaders): boolean {
  return cookie.includes(PREFIX)
}

interface CookieOptions {
  readonly name: string
  readonly basePath: string
  /** By TLS, the browser then never sends the cookie without it. */
  readonly isSecure: boolean
  readonly sameSite: 'Strict' | 'Lax'
  readonly maxAgeMs: number
}

/** Returns the value of `Set-Cookie` (RFC 6265bis). No script reads it, and no other site sends it. */
export function formatCookie(
  value: string,
  { name, basePath, isSecure, sameSite, maxAgeMs }: CookieOptions,
): string {
  const parts = [
    `${name}=${value}`,
    `Path=${basePath === '' ? '/' : basePath}`,
    `Max-Age=${Math.max(0, Math.floor(maxAgeMs / 1000))}`,
    'HttpOnly',
    `SameSite=${sameSite}`,
  ]
  return [...parts, ...(isSecure ? ['Secure'] : [])].join('; ')
}

/** Does not split the header, which may have 10,000 pieces. */
export function readCookie({ cookie = '' }: IncomingHttpHeaders, name: string): string | undefined {
  const wanted = `${name}=`
  for (let start = cookie.indexOf(wanted); start !== -1; start = cookie.indexOf(wanted, start + 1)) {
    const before = cookie.slice(0, start).trimEnd()
    if (before !== '' && !before.endsWith(';')) continue
    const [value = ''] = cookie.slice(start + wanted.length).split(';', 1)
    return value.trim()
  }
  return undefined
}

export interface BrowserRequest {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  /** The requested host, as far as proxies pass it on. */
  readonly host: string
}

/**
 * Refuses forged requests. Browsers send cookies for other sites too, so a change must carry what only our pages know,
 * and come from our site. Throws `csrf`.
 */
export function refuseForged(
  request: BrowserRequest,
  { csrfToken, publicHost }: { readonly csrfToken: string; readonly publicHost: string | null },
): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  refuseForeign(request, publicHost)
  const given = request.headers['x-csrf-token']
  if (typeof given !== 'string' || given === '') {
    throw new AppError(
      'csrf',
      'A change by the cookie of a session needs the header `X-CSRF-Token`, with the `csrf_token` of GET /v1/session. Programs use a token instead.',
    )
  }
  if (!isEqual(given, csrfToken)) {
    throw new AppError(
      'csrf',
      'The header `X-CSRF-Token` is not that of this session; read it anew with GET /v1/session.',
    )
  }
}

/** Throws `csrf` for requests from pages of another site. */
export function refuseForeign({ headers, host }: BrowserRequest, publicHost: string | null): void {
  const site = headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') throw fromElsewhere(headers.origin ?? `a ${site} page`)
  const { origin } = headers
  // The browser itself says so, whatever host a proxy names.
  if (origin === undefined || site === 'same-origin') return
  const scheme = origin.startsWith('https:') ? 'https:' : 'http:'
  const ours = [hostOf(`${scheme}//${host}`), publicHost]
  if (!ours.includes(hostOf(origin) ?? '')) throw fromElsewhere(origin)
}

function fromElsewhere(origin: string): AppError {
  return new AppError(
    'csrf',
    `This request comes from ${origin.slice(0, 200)}, which is not this service; nothing was changed. If it is, behind a proxy, set TOCSIN_PUBLIC_URL.`,
  )
}

/** With its port, unless it is the scheme's. */
function hostOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).host : null
}

function isEqual(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
