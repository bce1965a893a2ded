import type { HttpRequest } from '../../../ui/exchange/curl.ts'
import { type Webhook, HIDDEN } from '../webhook-types.ts'

/**
 * Returns the request with its stored secrets. One with markers was filled in by the service, and stays
 * hidden; `isWhole`: nothing is hidden.
 */
export function withSecrets(
  request: HttpRequest,
  { url, clear_request, http_headers }: Pick<Webhook, 'url' | 'clear_request' | 'http_headers'>,
): { readonly request: HttpRequest; readonly isWhole: boolean } {
  const stored = new Map(
    http_headers.map((header) => [header.http_header_key.toLowerCase(), header.http_header_value]),
  )
  const whole = {
    ...request,
    url: wholeUrl(request.url, clear_request === null ? [url] : [url, clear_request.url]),
    headers: request.headers.map(({ name, value }) => {
      const known = stored.get(name.toLowerCase())
      return value.includes(HIDDEN) && known !== undefined && isPlain(known)
        ? { name, value: known }
        : { name, value }
    }),
  }
  const texts = [whole.url, ...whole.headers.map(({ value }) => value)]
  return { request: whole, isWhole: !texts.some((text) => text.includes(HIDDEN)) }
}

/** Returns the matching address, if there is only one. */
function wholeUrl(shown: string, stored: readonly string[]): string {
  const fitting = shown.includes(HIDDEN) ? stored.filter((url) => fits(shown, url)) : []
  const [only, ...others] = new Set(fitting)
  return only !== undefined && others.length === 0 && isPlain(only) ? only : shown
}

/** Tells whether a URL equals the shown one, with something in place of what is hidden. */
function fits(shown: string, url: string): boolean {
  const parts = shown.split(HIDDEN)
  let at = 0
  for (const part of parts) {
    const found = url.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return url.startsWith(parts[0] ?? '') && url.endsWith(parts.at(-1) ?? '')
}

function isPlain(text: string): boolean {
  return !/%[A-Za-z][\w.]*(?:\|[^%]*)?%/.test(text)
}
