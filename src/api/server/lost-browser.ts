import type { IncomingHttpHeaders } from 'node:http'

interface LostRequest {
  readonly method: string
  /** The address as it came, without the base path. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

/**
 * Tells whether a person followed a wrong link to an address where nothing ever was. Addresses that begin like a route
 * are for programs, also in a browser: they get the reason.
 */
export function isLostBrowser({ method, url, headers }: LostRequest, paths: Iterable<string>): boolean {
  if (method !== 'GET' || !headers.accept?.includes('text/html')) return false
  const first = firstPart(url)
  for (const path of paths) if (firstPart(path) === first) return false
  return true
}

function firstPart(url: string): string | undefined {
  return /^\/([^/?]*)/.exec(url)?.[1]
}
