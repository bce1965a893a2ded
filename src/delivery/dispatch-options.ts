import type { Dispatcher as Undici } from 'undici'
import type { HeaderPairs } from '../domain/outcome.ts'
import { ConnectionError } from './connector.ts'

export interface OutgoingRequest {
  readonly method: string
  /** Absolute http or https; its user information, if any, belongs into `headers` already. */
  readonly url: string
  /** The characters of values are bytes, U+0000 to U+00FF. */
  readonly headers: HeaderPairs
  readonly body: string
}

/** RFC 9110, section 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** These the client itself writes; a second one could make two parties read the request differently. */
const FRAMING_NAMES =
  /^(host|content-length|transfer-encoding|connection|keep-alive|proxy-connection|upgrade|expect|te|trailer)$/i

/**
 * The request in undici's terms. Throws a ConnectionError for one that cannot be put on the wire. Undici would refuse
 * it as well, but only after it has set a connection aside for it, which it then never gives back.
 */
export function toDispatchOptions({ method, url, headers, body }: OutgoingRequest): Undici.DispatchOptions {
  const target = URL.parse(url)
  if (!target || (target.protocol !== 'http:' && target.protocol !== 'https:')) {
    throw cannotSend('its URL is not an absolute http or https URL')
  }
  if (!TOKEN.test(method) || method === 'CONNECT') throw cannotSend('its method is not one that can be sent')
  const fields: string[] = []
  for (const [name, value] of headers) {
    if (!TOKEN.test(name) || FRAMING_NAMES.test(name)) {
      throw cannotSend(`its header ${JSON.stringify(name)} is not one that can be sent`)
    }
    fields.push(name, toFieldValue(name, value))
  }
  return { origin: target.origin, path: target.pathname + target.search, method, headers: fields, body }
}

/** Characters up to U+00FF are bytes as they are. Text with others goes out as UTF-8, as other clients send it. */
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
