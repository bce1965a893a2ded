import type { HttpRequest } from '../../../ui/exchange/curl.ts'
import { HIDDEN, type Webhook } from '../webhook-types.ts'

/**
 * The request with its secrets, as they are stored. One that has markers in it was filled in by the service, and stays
 * hidden here; `isWhole` says that there was none.
 */
export function withSecrets(
  request: HttpRequest,
  { url, http_headers }: Pick<Webhook, 'url' | 'http_headers'>,
): { readonly request: HttpRequest; readonly isWhole: boolean } {
  const stored = new Map(
    http_headers.map((header) => [header.http_header_key.toLowerCase(), header.http_header_value]),
  )
  const whole = {
    ...request,
    url: request.url.includes(HIDDEN) && isPlain(url) ? url : request.url,
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

function isPlain(text: string): boolean {
  return !/%[A-Za-z][\w.]*(?:\|[^%]*)?%/.test(text)
}
