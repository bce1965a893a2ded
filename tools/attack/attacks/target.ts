/** The credentials of an attacker, from nothing to the smallest tokens that there are. */
const HELD = [
  'nothing',
  'events:write',
  'webhooks:read',
  'deliveries:read',
  'silences:write',
  'webhooks:write',
] as const
export type Held = (typeof HELD)[number]

/** The service under attack. */
export interface Target {
  /** On the loopback address, always: this is for one's own machine. */
  readonly port: number
  readonly tokens: Readonly<Record<Exclude<Held, 'nothing'>, string>>
}

export interface Attack {
  readonly id: string
  /** A sentence that says what somebody does. */
  readonly title: string
  readonly holds: Held
  /** Between the end of one wave and the beginning of the next. */
  readonly pauseMs: number
  /** Bounded in count and bytes; ends when `signal` does. */
  readonly wave: (target: Target, signal: AbortSignal) => Promise<WaveFact>
}

/** The outcome of a wave. */
export interface WaveFact {
  readonly connections: number
  readonly bytesSent: number
  readonly bytesReceived: number
  /** Connections that the service ended, or did not let in. */
  readonly ended: number
}

export const NO_FACT: WaveFact = { connections: 0, bytesSent: 0, bytesReceived: 0, ended: 0 }

export function addFacts(one: WaveFact, other: WaveFact): WaveFact {
  return {
    connections: one.connections + other.connections,
    bytesSent: one.bytesSent + other.bytesSent,
    bytesReceived: one.bytesReceived + other.bytesReceived,
    ended: one.ended + other.ended,
  }
}

/** Requests as bytes, so that they can be as wrong as an attack needs them. */
interface RequestHead {
  readonly method?: string
  readonly path: string
  readonly token?: string
  readonly headers?: readonly string[]
  readonly body?: Buffer
  /** Said instead of the body's own length, to keep the other end waiting. */
  readonly contentLength?: number
}

export function requestBytes(request: RequestHead): Buffer {
  const { method = 'GET', path, token, headers = [], body, contentLength = body?.length } = request
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: tocsin',
    ...(token === undefined ? [] : [`X-Auth-Token: ${token}`]),
    ...(contentLength === undefined ? [] : [`Content-Length: ${contentLength}`]),
    ...headers,
    '',
    '',
  ].join('\r\n')
  return Buffer.concat([Buffer.from(head, 'latin1'), body ?? Buffer.alloc(0)])
}

export function jsonRequest(
  path: string,
  { token, body, method = 'POST' }: { token?: string; body: Buffer | string; method?: string },
): Buffer {
  return requestBytes({
    method,
    path,
    headers: ['Content-Type: application/json'],
    body: Buffer.from(body),
    ...(token !== undefined && { token }),
  })
}

/** Many of one on one connection, in one piece. */
export function pipelined(request: Buffer, count: number): Buffer {
  return Buffer.concat(Array.from({ length: count }, () => request))
}

const PIECE_BYTES = 64 * 1024

/** A body in chunks of one byte each (RFC 9112, section 7.1), so many bytes on the wire, and no end. */
export function byteChunks(head: RequestHead, wireBytes: number): readonly Buffer[] {
  const opening = requestBytes({ ...head, headers: [...(head.headers ?? []), 'Transfer-Encoding: chunked'] })
  const chunk = '1\r\na\r\n'
  const piece = Buffer.from(chunk.repeat(Math.floor(PIECE_BYTES / chunk.length)))
  return [opening, ...Array.from({ length: Math.ceil(wireBytes / piece.length) }, () => piece)]
}
