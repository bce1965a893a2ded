import type { IncomingHttpHeaders } from 'node:http'
import type { InstallationId } from '../../domain/ids.ts'

const PREFIX = 'tocsin_session_'

/** Two services on one host do not mix their cookies. */
export function sessionCookieName(installationId: InstallationId): string {
  return `${PREFIX}${installationId.slice(0, 8)}`
}

/** Tells whether a browser seems to be signed in, to this or to another service on the host. It proves nothing. */
export function seemsSignedIn({ cookie = '' }: IncomingHttpHeaders): boolean {
  return cookie.includes(PREFIX)
}

export interface CookieOptions {
  readonly name: string
  readonly basePath: string
  /** The request came by TLS: the browser then never sends it without. */
  readonly isSecure: boolean
  readonly sameSite: 'Strict' | 'Lax'
  readonly maxAgeMs: number
}

/** The value of `Set-Cookie` (RFC 6265bis). No script can read it, no other site sends it along. */
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

/** The first cookie of that name. The header is not taken apart: anybody may send one of ten thousand pieces. */
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
