import type { Dispatcher as Undici } from 'undici'
import type { Clock } from '../runtime/clock.ts'
import type { HeaderPairs, RecordedResponse, RequestResult, Timing } from '../domain/receiver/outcome.ts'
import type { Proxy } from '../domain/target/proxy-rules.ts'
import { redactHeaders } from '../domain/redaction/redact.ts'
import type { WebhookTls } from '../domain/webhook/webhook-tls.ts'
import type { Monotonic } from '../domain/instant.ts'
import { ResponseError, describeFailure, describeProxyResponse, type Failure } from './connection/failure.ts'
import { KeptBody } from './kept-body.ts'
import type { ConnectionProgress } from './connection/opening.ts'

export interface SendOptions {
  /** The deadline for DNS, connection, TLS, request and the whole response together. */
  readonly timeoutMs: number
  /** The part of it for connecting; absent: all. */
  readonly connectMs?: number | undefined
  /** The bytes of the response's body that are kept. */
  readonly responseBytesMax: number
  /** The webhook's TLS settings; null or absent: the system's. */
  readonly tls?: WebhookTls | null
}

type ExchangeClock = Pick<Clock, 'monotonic' | 'after'>

/** Bytes read and dropped after the kept part, to save the connection; after more it is closed. */
export const DROPPED_BYTES_MAX = 64 * 1024

/** A receiver may send a few interim responses; after more it is cut off. */
const INTERIM_RESPONSES_MAX = 20

/** A request and its response, as undici reports them. Settles once and ignores whatever comes later. */
export class Exchange implements Undici.DispatchHandler {
  readonly #options: SendOptions
  readonly #clock: ExchangeClock
  readonly #resolve: (result: RequestResult) => void
  readonly #startedAt: Monotonic
  readonly #cancelDeadline: () => void
  readonly #cancelConnecting: (() => void) | undefined
  #isSettled = false
  #connection: ConnectionProgress | undefined
  #proxy: Proxy | undefined
  /** The proxy reads the request and may respond itself; not inside a tunnel. */
  #proxyReads = false
  #controller: Undici.DispatchController | undefined
  #firstByteMs: number | undefined
  #status: number | undefined
  #interimCount = 0
  #headers: HeaderPairs = []
  readonly #body: KeptBody

  constructor(options: SendOptions, clock: ExchangeClock, resolve: (result: RequestResult) => void) {
    this.#options = options
    this.#body = new KeptBody(options.responseBytesMax)
    this.#clock = clock
    this.#resolve = resolve
    this.#startedAt = clock.monotonic()
    this.#cancelDeadline = clock.after(options.timeoutMs, () => this.#endEarly('timeout'))
    if (options.connectMs !== undefined) {
      this.#cancelConnecting = clock.after(options.connectMs, () => this.#endConnecting())
    }
  }

  get isSettled(): boolean {
    return this.#isSettled
  }

  watchConnection(progress: ConnectionProgress): void {
    this.#connection = progress
  }

  goThrough(proxy: Proxy, { path }: Undici.DispatchOptions): void {
    this.#proxy = proxy
    this.#proxyReads = !path.startsWith('/')
  }

  cancel(): void {
    this.#endEarly('cancelled')
  }

  onRequestStart(controller: Undici.DispatchController): void {
    this.#controller = controller
    if (this.#isSettled) controller.abort(new Error('nobody waits for this request any more'))
  }

  onResponseStarted(): void {
    this.#firstByteMs ??= this.#elapsedMs()
  }

  onResponseStart(controller: Undici.DispatchController, status: number): void {
    if (status < 200) return this.#passOver(controller, status)
    this.#status = status
    this.#headers = redactHeaders(pairHeaders(controller.rawHeaders))
  }

  onResponseData(controller: Undici.DispatchController, chunk: Buffer): void {
    if (this.#isSettled) return
    this.#body.add(chunk)
    if (this.#body.receivedBytes <= this.#options.responseBytesMax + DROPPED_BYTES_MAX) return
    this.#settleWithResponse()
    controller.abort(new Error('the rest of the response is not wanted'))
  }

  onResponseEnd(): void {
    this.#settleWithResponse()
  }

  onResponseError(_controller: Undici.DispatchController | undefined, error: unknown): void {
    if (this.#isSettled) return
    if (this.#hasAllThatIsKept()) return this.#settleWithResponse()
    const { reason, detail } = this.#describeBreak(error)
    this.#settleWithout({ reason, detail })
  }

  /** Once the request is written, only the deadline counts. */
  #endConnecting(): void {
    if (this.#controller === undefined) this.#endEarly('timeout')
  }

  /** Interim responses (103 Early Hints) say nothing about the request. */
  #passOver(controller: Undici.DispatchController, status: number): void {
    this.#interimCount += 1
    if (status === 101 || status < 100) {
      controller.abort(new ResponseError(`the response has the status ${status}, which means nothing here`))
    } else if (this.#interimCount > INTERIM_RESPONSES_MAX) {
      controller.abort(
        new ResponseError(
          `more than ${INTERIM_RESPONSES_MAX} interim responses (HTTP ${status}) and no final one`,
        ),
      )
    }
  }

  #endEarly(reason: 'timeout' | 'cancelled'): void {
    if (this.#isSettled) return
    if (this.#hasAllThatIsKept()) this.#settleWithResponse()
    else {
      const detail = reason === 'timeout' ? this.#describeTimeout() : 'cut off: the service is stopping'
      this.#settleWithout({ reason, detail })
    }
    if (this.#controller) this.#controller.abort(new Error('nobody waits for this request any more'))
    else this.#connection?.abandon()
  }

  /** Once the kept part is full, how the rest ends does not matter. */
  #hasAllThatIsKept(): boolean {
    return this.#status !== undefined && this.#body.isTruncated
  }

  #settleWithResponse(): void {
    if (this.#isSettled) return
    const proxy = this.#proxyReads ? this.#proxy : undefined
    // A 407 comes from the proxy, never from the receiver (RFC 9110, section 15.5.8).
    if (proxy && this.#status === 407) {
      const detail = describeProxyResponse(407, proxy, '')
      return this.#settle({ kind: 'no-response', reason: 'proxy', detail, timing: this.#timing() })
    }
    const response: RecordedResponse = {
      status: this.#status ?? 0,
      headers: this.#headers,
      body: this.#body.toText(),
      bodyTruncated: this.#body.isTruncated,
    }
    const result = { kind: 'response', response, timing: this.#timing() } as const
    this.#settle(proxy ? { ...result, proxy: proxy.name } : result)
  }

  /** With a connection, the request may have been sent. */
  #settleWithout({ reason, detail }: Failure): void {
    const isWritten = this.#controller !== undefined
    this.#settle({
      kind: 'no-response',
      reason,
      detail: this.#inContext(detail),
      ...(isWritten && { isWritten }),
      timing: this.#timing(),
    })
  }

  #settle(result: RequestResult): void {
    this.#isSettled = true
    this.#cancelDeadline()
    this.#cancelConnecting?.()
    this.#body.clear()
    this.#resolve(result)
  }

  /** Prefers the first error of a broken connection: undici reports only the last one. */
  #describeBreak(error: unknown): Failure {
    const last = describeFailure(error, this.#status !== undefined)
    const connection = this.#connection
    if (last.reason !== 'reset' || !connection) return last
    const { reason, detail } = connection.error ? describeFailure(connection.error) : last
    if (reason !== 'reset') return { reason, detail }
    if (connection.phase === 'tls') return { reason, detail: `${detail} during the TLS handshake` }
    const mayBeRefused = this.#options.tls?.certificate && this.#firstByteMs === undefined
    if (!mayBeRefused) return last
    return { reason, detail: `${detail}; a receiver that does not accept the client certificate may do that` }
  }

  #describeTimeout(): string {
    const { timeoutMs, connectMs = Infinity } = this.#options
    const limit = `within ${Math.min(timeoutMs, this.#controller ? Infinity : connectMs) / 1000} s`
    if (this.#status !== undefined) return `the response did not end ${limit}`
    if (this.#interimCount > 0) return `no final response ${limit}, only interim ones`
    if (this.#firstByteMs !== undefined) return `the headers of the response did not end ${limit}`
    switch (this.#controller ? 'ready' : this.#connection?.phase) {
      case 'dns':
        return `the name was not resolved ${limit}`
      case 'connect':
        return `no connection${this.#proxy ? ` to the proxy ${this.#proxy.name}` : ''} ${limit}`
      case 'proxy':
        return `no response from the proxy ${this.#proxy?.name} ${limit}`
      case 'tls':
        return `no TLS handshake ${limit}`
      default:
        return `no response ${limit}`
    }
  }

  #inContext(detail: string): string {
    const notes = [
      ...(this.#status === undefined ? [] : [`after the headers of an HTTP ${this.#status}`]),
      ...(!this.#proxy || detail.includes(this.#proxy.name) ? [] : [`through the proxy ${this.#proxy.name}`]),
    ]
    return notes.length === 0 ? detail : `${detail} (${notes.join(', ')})`
  }

  #timing(): Timing {
    const totalMs = this.#elapsedMs()
    const firstByteMs = this.#firstByteMs
    // The usual case: a kept connection, and a response.
    if (this.#connection === undefined && firstByteMs !== undefined) return { firstByteMs, totalMs }
    const { dnsMs, connectMs, tlsMs } = this.#connection ?? {}
    return {
      ...(dnsMs !== undefined && { dnsMs: roundMs(dnsMs) }),
      ...(connectMs !== undefined && { connectMs: roundMs(connectMs) }),
      ...(tlsMs !== undefined && { tlsMs: roundMs(tlsMs) }),
      ...(firstByteMs !== undefined && { firstByteMs }),
      totalMs,
    }
  }

  #elapsedMs(): number {
    return roundMs(this.#clock.monotonic() - this.#startedAt)
  }
}

function pairHeaders(raw: Undici.DispatchController['rawHeaders']): HeaderPairs {
  const pairs: (readonly [string, string])[] = []
  if (!Array.isArray(raw)) return pairs
  for (let index = 0; index + 1 < raw.length; index += 2) {
    pairs.push([textOf(raw[index]), textOf(raw[index + 1])])
  }
  return pairs
}

function textOf(part: Buffer | string | undefined): string {
  return typeof part === 'string' ? part : (part?.toString('latin1') ?? '')
}

/** Rounds to tenths: receivers nearby respond in less than 1 ms. */
function roundMs(ms: number): number {
  return Math.round(ms * 10) / 10
}
