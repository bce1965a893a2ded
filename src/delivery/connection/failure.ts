import { networkInterfaces } from 'node:os'
import type { NoResponseReason } from '../../domain/receiver/outcome.ts'
import type { Proxy } from '../../domain/target/proxy-rules.ts'
import { ConnectionError } from './connection-error.ts'
import { describeTlsCode } from './tls-words.ts'

export interface Failure {
  readonly reason: NoResponseReason
  readonly detail: string
}

/** A response that is HTTP to the parser, but none that we can use; `message` says why, in words for the operator. */
export class ResponseError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ResponseError'
  }
}

/**
 * Names what went wrong with a request in the closed set of reasons, and in a few words for the operator. Never
 * anything that was sent: only addresses, ports and codes. `hasHeaders`: the headers of the response had come whole.
 */
export function describeFailure(error: unknown, hasHeaders = true): Failure {
  if (error instanceof ConnectionError) return { reason: error.reason, detail: error.message }
  if (error instanceof ResponseError) return { reason: 'protocol', detail: error.message }
  const failure = innermost(error)
  const code = textMember(failure, 'code') ?? ''
  const malformed = describeMalformed(failure, code, hasHeaders)
  if (malformed !== undefined) return { reason: 'protocol', detail: malformed }
  const exhaustion = describeExhaustion(failure)
  if (exhaustion !== undefined) return { reason: 'exhaustion', detail: exhaustion }
  const known = KNOWN_CODES[code]
  if (known) return { reason: known[0], detail: `${known[1]}${addressOf(failure)}` }
  const tls = describeTlsCode(code)
  if (tls !== undefined) return { reason: 'tls', detail: `${tls}${namesOf(failure)}` }
  if (code.startsWith('HPE_')) return { reason: 'protocol', detail: `the response is not HTTP (${code})` }
  return { reason: 'protocol', detail: code === '' ? 'the request failed' : `the request failed (${code})` }
}

/** Describes the response with which a proxy refused the request. */
export function describeProxyResponse(
  status: number,
  { proxy, authority }: { readonly proxy: Proxy; readonly authority: string },
): string {
  if (status === 407) {
    return proxy.authorization === null
      ? `the proxy ${proxy.name} asks for credentials (HTTP 407), but TOCSIN_PROXY has none for it`
      : `the proxy ${proxy.name} does not accept the credentials in TOCSIN_PROXY (HTTP 407)`
  }
  const what = status >= 500 ? 'could not reach' : 'does not allow connections to'
  return `the proxy ${proxy.name} ${what} ${authority} (HTTP ${status})`
}

/** Describes failures that undici tells in words only, or under a code with several meanings. */
function describeMalformed(failure: unknown, code: string, hasHeaders: boolean): string | undefined {
  const message = textMember(failure, 'message') ?? ''
  if (textMember(failure, 'name') === 'HTTPParserError') {
    // The parser's reason, one of its fixed texts: nothing of the response itself.
    const why = /\(([^()]+)\)$/.exec(message)?.[1] ?? code
    return `the response is not valid HTTP${why === '' ? '' : ` (${why})`}`
  }
  // A fault in the headers has this code as well when a length stood before it.
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && !hasHeaders) {
    return 'the headers of the response are not valid HTTP, or contradict each other about its length'
  }
  if (code !== 'UND_ERR_SOCKET') return undefined
  if (message === 'bad upgrade')
    return 'the receiver switched to another protocol (HTTP 101) without being asked'
  return undefined
}

/**
 * Failures of this machine that no receiver can help (https://man7.org/linux/man-pages/man2/connect.2.html,
 * https://man7.org/linux/man-pages/man2/socket.2.html).
 */
const EXHAUSTIONS: Readonly<Record<string, string | undefined>> = {
  EMFILE: 'this process has no file descriptors left',
  ENFILE: 'the machine has no file descriptors left',
  ENOBUFS: 'the machine has no memory for connections left',
  ENOMEM: 'the machine has no memory left',
  EADDRNOTAVAIL: 'the machine has no local port or address left for the connection',
}

/** Describes the resource that this machine refused; undefined: the failure has another reason. */
export function describeExhaustion(error: unknown): string | undefined {
  const code = textMember(error, 'code') ?? ''
  const words = EXHAUSTIONS[code]
  // A machine without IPv6 says the same of every address of that kind, and always will.
  if (code === 'EADDRNOTAVAIL' && textMember(error, 'address')?.includes(':') && !hasIpv6()) return undefined
  return words && `${words} (${code})`
}

function hasIpv6(): boolean {
  return Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ family, internal }) => family === 'IPv6' && !internal),
  )
}

/** Codes of Node (connections) and undici (responses). */
const KNOWN_CODES: Readonly<Record<string, readonly [NoResponseReason, string] | undefined>> = {
  ECONNREFUSED: ['refused', 'connection refused'],
  EADDRNOTAVAIL: ['refused', 'the machine has no address of that kind for the connection'],
  EHOSTUNREACH: ['refused', 'no route to the host'],
  EHOSTDOWN: ['refused', 'the host is down'],
  ENETUNREACH: ['refused', 'no route to the network'],
  EACCES: ['refused', 'the system does not allow the connection'],
  EPERM: ['refused', 'the system does not allow the connection'],
  ETIMEDOUT: ['timeout', 'the connection timed out'],
  ECONNRESET: ['reset', 'the connection was reset'],
  EPIPE: ['reset', 'the connection was closed while the request was sent'],
  ECONNABORTED: ['reset', 'the connection was aborted'],
  UND_ERR_SOCKET: ['reset', 'the connection was closed before the response was complete'],
  UND_ERR_INFO: ['reset', 'the connection was closed before the response was complete'],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['reset', 'the response ended before its announced length'],
  UND_ERR_HEADERS_OVERFLOW: ['protocol', 'the headers of the response are larger than 16 KiB'],
  UND_ERR_DESTROYED: ['cancelled', 'cut off: the service is stopping'],
  UND_ERR_CLOSED: ['cancelled', 'cut off: the service is stopping'],
  UND_ERR_ABORTED: ['cancelled', 'cut off: the service is stopping'],
}

/** Returns the clearest failure of the attempts on several addresses: the first that speaks of the receiver. */
function innermost(error: unknown): unknown {
  if (!(error instanceof AggregateError) || error.errors.length === 0) return error
  return error.errors.find((one) => describeExhaustion(one) === undefined) ?? error.errors[0]
}

const NAMES_LENGTH_MAX = 200

/** Whom the certificate is for that is not for the one we called. */
function namesOf(error: unknown): string {
  if (textMember(error, 'code') !== 'ERR_TLS_CERT_ALTNAME_INVALID') return ''
  const names = textMember(memberOf(error, 'cert'), 'subjectaltname') ?? ''
  return names === '' ? '' : `: it is for ${names.slice(0, NAMES_LENGTH_MAX)}`
}

function addressOf(error: unknown): string {
  const address = textMember(error, 'address')
  const port = Number(memberOf(error, 'port'))
  if (address === undefined) return ''
  const host = address.includes(':') ? `[${address}]` : address
  const word = textMember(error, 'code') === 'ECONNREFUSED' ? 'by' : 'at'
  return ` ${word} ${host}${Number.isInteger(port) ? `:${port}` : ''}`
}

function textMember(error: unknown, name: string): string | undefined {
  const value = memberOf(error, name)
  return typeof value === 'string' ? value : undefined
}

function memberOf(error: unknown, name: string): unknown {
  if (typeof error !== 'object' || error === null || !(name in error)) return undefined
  return Object.getOwnPropertyDescriptor(error, name)?.value
}
