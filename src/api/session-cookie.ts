import type { IncomingHttpHeaders } from 'node:http'

/** Two services on one host do not mix their cookies. */
export function sessionCookieName(installationId: string): string {
  return `tocsin_session_${installationId.slice(0, 8)}`
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

/** The first cookie of that name. */
export function readCookie({ cookie = '' }: IncomingHttpHeaders, name: string): string | undefined {
  return cookie
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1)
}
