import { networkInterfaces } from 'node:os'
import type { NoResponseReason } from '../../domain/receiver/outcome.ts'
import type { Proxy } from '../../domain/target/proxy-rules.ts'

/** Says in words for the operator why no connection was made. */
export class ConnectionError extends Error {
  readonly reason: NoResponseReason

  constructor(reason: NoResponseReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ConnectionError'
    this.reason = reason
  }
}

const NOT_TRUSTED = 'the certificate was issued by an authority that is not trusted here'

/** Explains why the receiver's certificate is rejected. */
const CERTIFICATE_WORDS: Words = {
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate chain ends in an authority that is not trusted here',
  UNABLE_TO_GET_ISSUER_CERT: NOT_TRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: NOT_TRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: NOT_TRUSTED,
  CERT_UNTRUSTED: NOT_TRUSTED,
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
  CERT_REVOKED: 'the certificate has been revoked',
  INVALID_CA: 'the certificate was issued by one that may not issue any',
  INVALID_PURPOSE: 'the certificate is not made for servers',
  PATH_LENGTH_EXCEEDED: 'the certificate chain is longer than one of its authorities allows',
  EE_KEY_TOO_SMALL: 'the key of the certificate is too short to be safe',
  CA_KEY_TOO_SMALL: 'the key of an authority in the certificate chain is too short to be safe',
  CA_MD_TOO_WEAK: 'the certificate chain is signed in a way that is not safe',
}

const NOT_TLS = 'what listens there does not speak TLS; is it plain HTTP?'
const TOO_OLD = 'the receiver does not speak TLS 1.2 or later'

const PROTOCOL_WORDS: Words = {
  ERR_SSL_WRONG_VERSION_NUMBER: NOT_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NOT_TLS,
  ERR_SSL_UNSUPPORTED_PROTOCOL: TOO_OLD,
  ERR_TLS_HANDSHAKE_TIMEOUT: 'the handshake took too long',
}

const NOT_ACCEPTED = 'the receiver does not accept the client certificate'

/** Explains the alert that the receiver sent before it hung up. */
const ALERT_WORDS: Words = {
  CERTIFICATE_REQUIRED: 'the receiver requires a client certificate',
  NO_CERTIFICATE: 'the receiver requires a client certificate',
  HANDSHAKE_FAILURE:
    'the receiver refused the handshake; it may require a client certificate or other ciphers',
  UNKNOWN_CA: 'the receiver does not trust the authority that issued the client certificate',
  BAD_CERTIFICATE: NOT_ACCEPTED,
  UNSUPPORTED_CERTIFICATE: NOT_ACCEPTED,
  CERTIFICATE_UNKNOWN: NOT_ACCEPTED,
  ACCESS_DENIED: NOT_ACCEPTED,
  CERTIFICATE_EXPIRED: 'the receiver finds that the client certificate has expired',
  CERTIFICATE_REVOKED: 'the receiver finds that the client certificate has been revoked',
  PROTOCOL_VERSION: TOO_OLD,
  INSUFFICIENT_SECURITY: 'the receiver demands safer ciphers than there are here',
  UNRECOGNIZED_NAME: 'the receiver has no host of this name',
  NO_APPLICATION_PROTOCOL: 'the receiver does not speak HTTP/1.1',
  INTERNAL_ERROR: 'the receiver has an internal error',
}

export interface Failure {
  readonly reason: NoResponseReason
  readonly detail: string
}

/** A response that is HTTP to the parser but unusable; `message` says why, for the operator. */
export class ResponseError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ResponseError'
  }
}

/**
 * Returns the reason and a few words for the operator: addresses, ports and codes, never anything that was sent.
 * `hasHeaders`: all headers of the response had arrived.
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

export function describeProxyResponse(status: number, proxy: Proxy, authority: string): string {
  if (status === 407) {
    return proxy.authorization === null
      ? `the proxy ${proxy.name} asks for credentials (HTTP 407), but TOCSIN_PROXY has none for it`
      : `the proxy ${proxy.name} does not accept the credentials in TOCSIN_PROXY (HTTP 407)`
  }
  const what = status >= 500 ? 'could not reach' : 'does not allow connections to'
  return `the proxy ${proxy.name} ${what} ${authority} (HTTP ${status})`
}

/** Describes failures that undici reports in words only, or under an ambiguous code. */
function describeMalformed(failure: unknown, code: string, hasHeaders: boolean): string | undefined {
  const message = textMember(failure, 'message') ?? ''
  if (textMember(failure, 'name') === 'HTTPParserError') {
    // The parser writes one of its fixed texts, and nothing of the response.
    const why = /\(([^()]+)\)$/.exec(message)?.[1] ?? code
    return `the response is not valid HTTP${why === '' ? '' : ` (${why})`}`
  }
  // Invalid headers after a length have this code as well.
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && !hasHeaders) {
    return 'the headers of the response are not valid HTTP, or contradict each other about its length'
  }
  if (code !== 'UND_ERR_SOCKET') return undefined
  if (message === 'bad upgrade')
    return 'the receiver switched to another protocol (HTTP 101) without being asked'
  return undefined
}

/**
 * Resources that this machine lacks (https://man7.org/linux/man-pages/man2/connect.2.html,
 * https://man7.org/linux/man-pages/man2/socket.2.html).
 */
const EXHAUSTIONS: Readonly<Record<string, string | undefined>> = {
  EMFILE: 'this process has no file descriptors left',
  ENFILE: 'the machine has no file descriptors left',
  ENOBUFS: 'the machine has no memory for connections left',
  ENOMEM: 'the machine has no memory left',
  EADDRNOTAVAIL: 'the machine has no local port or address left for the connection',
}

/** Describes the resource that this machine lacks; undefined: another reason. */
export function describeExhaustion(error: unknown): string | undefined {
  const code = textMember(error, 'code') ?? ''
  const words = EXHAUSTIONS[code]
  // Without IPv6 every such address fails like this, for good.
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

/** Returns the first failure that is about the receiver. */
function innermost(error: unknown): unknown {
  if (!(error instanceof AggregateError) || error.errors.length === 0) return error
  return error.errors.find((one) => describeExhaustion(one) === undefined) ?? error.errors[0]
}

const NAMES_LENGTH_MAX = 200

/** Names the hosts of a certificate that is not for ours. */
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

/**
 * Explains a failed handshake to the operator; undefined: no code of TLS. The codes are Node.js's: OpenSSL's
 * verification, alerts (RFC 8446, section 6) and parse errors.
 */
export function describeTlsCode(code: string): string | undefined {
  const words = CERTIFICATE_WORDS[code] ?? PROTOCOL_WORDS[code] ?? describeAlert(code)
  if (words !== undefined) return `TLS failed: ${words} (${code})`
  return isTlsCode(code) ? `TLS failed: ${code}` : undefined
}

type Words = Readonly<Record<string, string | undefined>>

function describeAlert(code: string): string | undefined {
  const alert = /^ERR_SSL_(?:SSL\/TLS|SSLV3|TLSV1|TLSV13)_(?:ALERT_)?(.+)$/.exec(code)?.[1]
  return alert && (ALERT_WORDS[alert] ?? 'the receiver ended the handshake')
}

function isTlsCode(code: string): boolean {
  return /^ERR_(?:TLS|SSL)_|^EPROTO$|CERT|SIGNATURE|CRL/.test(code)
}
