import type { Dispatcher as Undici } from 'undici'
import type { HeaderPairs } from '../domain/receiver/outcome.ts'
import type { FindProxy, Proxy } from '../domain/target/proxy-rules.ts'
import { ConnectionError } from './connection/failure.ts'

export interface OutgoingRequest {
  readonly method: string
  /** Absolute http or https; its user information is in `headers` already. */
  readonly url: string
  /** The characters of values are bytes, U+0000 to U+00FF. */
  readonly headers: HeaderPairs
  readonly body: string
  /** Encoded body; undefined: `body` is sent as UTF-8. */
  readonly bytes?: Uint8Array | undefined
  /** The parsed URL, if known: parsing takes as long as rendering the request. */
  readonly target?: Target | undefined
}

export interface Target {
  readonly protocol: 'http:' | 'https:'
  readonly origin: string
  readonly hostname: string
  /** With the query. */
  readonly path: string
}

/** Returns undefined unless it is an absolute http or https URL. */
export function readTarget(text: string): Target | undefined {
  const url = URL.parse(text)
  const protocol = url?.protocol
  if (!url || (protocol !== 'http:' && protocol !== 'https:')) return undefined
  return { protocol, origin: url.origin, hostname: url.hostname, path: url.pathname + url.search }
}

/** RFC 9110, section 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** Written by the client; a second one could make two parties read the request differently. */
const FRAMING_NAMES =
  /^(host|content-length|transfer-encoding|connection|keep-alive|proxy-connection|upgrade|expect|te|trailer)$/i

export interface Outgoing {
  readonly dispatch: Undici.DispatchOptions
  /** The proxy that the request goes through. */
  readonly proxy: Proxy | null
}

/**
 * Returns the request in undici's terms. Throws a ConnectionError for an unsendable one; undici would refuse it only
 * after reserving a connection that it never frees.
 */
export function toDispatch(
  { method, url, headers, body, bytes, target = readTarget(url) }: OutgoingRequest,
  findProxy: FindProxy,
): Outgoing {
  if (!target) throw cannotSend('its URL is not an absolute http or https URL')
  if (!TOKEN.test(method) || method === 'CONNECT') throw cannotSend('its method is not one that can be sent')
  const proxy = findProxy(target.hostname)
  // The proxy sees nothing inside a tunnel.
  const reader = target.protocol === 'http:' ? proxy : null
  const fields: string[] = []
  for (const [name, value] of headers) {
    if (!TOKEN.test(name) || FRAMING_NAMES.test(name)) {
      throw cannotSend(`its header ${JSON.stringify(name)} is not one that can be sent`)
    }
    if (!reader || !/^proxy-authorization$/i.test(name)) fields.push(name, toFieldValue(name, value))
  }
  if (reader?.authorization) fields.push('Proxy-Authorization', reader.authorization)
  // RFC 9112, section 3.2.2: a proxy gets the whole URL.
  const path = reader ? target.origin + target.path : target.path
  return { dispatch: { origin: target.origin, path, method, headers: fields, body: bytes ?? body }, proxy }
}

/** Keeps characters up to U+00FF as bytes, and sends other text as UTF-8, as other clients do. */
function toFieldValue(name: string, value: string): string {
  if (/^[\t -~\u0080-\u00ff]*$/.test(value)) return value
  if (/[^\t -~\u0080-\u{10ffff}]/u.test(value)) {
    throw cannotSend(`the value of its header ${name} has a control character`)
  }
  return Buffer.from(value, 'utf8').toString('latin1')
}

function cannotSend(why: string): ConnectionError {
  return new ConnectionError('protocol', `the request cannot be sent: ${why}`)
}
