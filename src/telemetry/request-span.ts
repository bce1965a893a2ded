import {
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_REQUEST_METHOD_ORIGINAL,
  ATTR_HTTP_REQUEST_RESEND_COUNT,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_NETWORK_PROTOCOL_VERSION,
  ATTR_SERVER_ADDRESS,
  ATTR_SERVER_PORT,
  ATTR_URL_FULL,
} from '@opentelemetry/semantic-conventions'
import type { TracedCall } from './traces.ts'

type Attributes = Record<string, string | number>

/** The methods of RFC 9110 and 5789; the conventions call any other `_OTHER`. */
const METHODS: ReadonlySet<string> = new Set(
  'CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT TRACE'.split(' '),
)

/** Names the span by its method, as the conventions do for addresses without a known template. */
export function nameOfRequest({ method }: TracedCall['request']): string {
  return METHODS.has(method) ? method : 'HTTP'
}

/** Returns OpenTelemetry's attributes for HTTP clients, and our outcome. */
export function requestAttributes(call: TracedCall, attempt: number): Attributes {
  const { request, outcome } = call
  const known = METHODS.has(request.method)
  return {
    [ATTR_HTTP_REQUEST_METHOD]: known ? request.method : '_OTHER',
    ...(!known && { [ATTR_HTTP_REQUEST_METHOD_ORIGINAL]: request.method }),
    ...addressAttributes(request.url),
    ...(attempt > 1 && { [ATTR_HTTP_REQUEST_RESEND_COUNT]: attempt - 1 }),
    ...responseAttributes(call),
    'tocsin.outcome': outcome.kind,
  }
}

function addressAttributes(full: string): Attributes {
  const url = URL.parse(full)
  if (!url) return { [ATTR_URL_FULL]: full }
  const port = url.port === '' ? DEFAULT_PORTS[url.protocol] : Number(url.port)
  return {
    [ATTR_URL_FULL]: full,
    [ATTR_SERVER_ADDRESS]: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    ...(port !== undefined && { [ATTR_SERVER_PORT]: port }),
  }
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

function responseAttributes({ result, outcome }: TracedCall): Attributes {
  if (result.kind === 'no-response') return { [ATTR_ERROR_TYPE]: result.reason }
  const { status } = result.response
  const type = status >= 400 || outcome.kind !== 'retry' ? String(status) : outcome.failure
  return {
    [ATTR_HTTP_RESPONSE_STATUS_CODE]: status,
    [ATTR_NETWORK_PROTOCOL_VERSION]: '1.1',
    ...(outcome.kind !== 'accept' && { [ATTR_ERROR_TYPE]: type }),
  }
}
