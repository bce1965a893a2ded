import { Agent, type Dispatcher as Undici } from 'undici'
import type { Clock } from '../clock.ts'
import type { HeaderPairs, RecordedAnswer, Reply, Timing } from '../domain/outcome.ts'
import { redactHeaders } from '../domain/redact.ts'
import type { TargetRules } from '../domain/target-address.ts'
import { type ConnectionProgress, createConnector, type Lookup } from './connector.ts'
import { toDispatchOptions, type OutgoingRequest } from './dispatch-options.ts'
import { AnswerError, describeFailure } from './failure.ts'
import { KeptBody } from './kept-body.ts'

export interface SendLimits {
  /** One deadline over DNS, connection, TLS, request, and answer to its last byte. */
  readonly timeoutMs: number
  /** So much of the answer's body is kept. */
  readonly answerBytesMax: number
}

export interface SenderDeps {
  readonly targets: Pick<TargetRules, 'checkAddress'>
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  /** At least as many as requests may be under way at once: one that waits for a connection wastes its deadline. */
  readonly connectionsPerOriginMax: number
  readonly lookup?: Lookup
}

const ANSWER_HEADER_BYTES_MAX = 16 * 1024

/** So much beyond the kept part is read and dropped to save the connection; after that the connection is closed. */
const DROPPED_BYTES_MAX = 64 * 1024

/** A receiver may announce its answer a few times before it comes; one that does nothing else is cut off. */
const INTERIM_ANSWERS_MAX = 20

/** For a connection that nobody waits for any more: requests have their own, mostly shorter deadline. */
const CONNECT_TIMEOUT_MS = 300_000

/**
 * Sends requests over kept connections, HTTP/1.1, one request at a time on each. Redirects are not followed: the new
 * address would not be the one that was checked, and the request must not travel to a host its owner never named.
 */
export class Sender {
  readonly #agent: Agent
  readonly #clock: SenderDeps['clock']
  readonly #underWay = new Set<Exchange>()
  /** The exchange that is being dispatched right now: a connection that is opened meanwhile is opened for it. */
  #dispatching: Exchange | undefined

  constructor({ targets, clock, connectionsPerOriginMax, lookup }: SenderDeps) {
    this.#clock = clock
    this.#agent = new Agent({
      allowH2: false,
      pipelining: 1,
      connections: connectionsPerOriginMax,
      maxHeaderSize: ANSWER_HEADER_BYTES_MAX,
      // Our own deadline covers the whole exchange.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: createConnector({
        targets,
        clock,
        connectTimeoutMs: CONNECT_TIMEOUT_MS,
        onConnecting: (progress) => this.#dispatching?.watchConnection(progress),
        ...(lookup && { lookup }),
      }),
    })
  }

  /** Never rejects: whatever goes wrong is a reply. Its header values that carry secrets are hidden. */
  send(request: OutgoingRequest, limits: SendLimits): Promise<Reply> {
    return new Promise((resolve) => {
      const exchange = new Exchange(limits, this.#clock, (reply) => {
        this.#underWay.delete(exchange)
        resolve(reply)
      })
      this.#underWay.add(exchange)
      // From here a kept connection is read once more before the client writes to it: whatever its receiver has sent
      // unasked closes it, and is never taken for the answer to this request. Called at once, the client would look
      // at what had been read already.
      setImmediate(() => this.#dispatch(request, exchange))
    })
  }

  #dispatch(request: OutgoingRequest, exchange: Exchange): void {
    if (exchange.isSettled) return
    this.#dispatching = exchange
    try {
      this.#agent.dispatch(toDispatchOptions(request), exchange)
    } catch (error) {
      exchange.onResponseError(undefined, error)
    }
    this.#dispatching = undefined
  }

  /** Ends every request under way; their replies say `cancelled`. */
  abortAll(): void {
    for (const exchange of this.#underWay) exchange.cancel()
  }

  /** Ends everything and closes the connections. Later requests are `cancelled` at once. */
  async close(): Promise<void> {
    this.abortAll()
    await this.#agent.destroy()
  }
}

/** One request and its answer, as undici tells of it. Settles once; whatever comes later is ignored. */
class Exchange implements Undici.DispatchHandler {
  readonly #limits: SendLimits
  readonly #clock: SenderDeps['clock']
  readonly #resolve: (reply: Reply) => void
  readonly #startedAt: number
  readonly #cancelDeadline: () => void
  #isSettled = false
  #connection: ConnectionProgress | undefined
  #controller: Undici.DispatchController | undefined
  #firstByteMs: number | undefined
  #status: number | undefined
  #interimCount = 0
  #headers: HeaderPairs = []
  readonly #body: KeptBody

  constructor(limits: SendLimits, clock: SenderDeps['clock'], resolve: (reply: Reply) => void) {
    this.#limits = limits
    this.#body = new KeptBody(limits.answerBytesMax)
    this.#clock = clock
    this.#resolve = resolve
    this.#startedAt = clock.monotonic()
    this.#cancelDeadline = clock.after(limits.timeoutMs, () => this.#endEarly('timeout'))
  }

  get isSettled(): boolean {
    return this.#isSettled
  }

  watchConnection(progress: ConnectionProgress): void {
    this.#connection = progress
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
    if (this.#body.receivedBytes <= this.#limits.answerBytesMax + DROPPED_BYTES_MAX) return
    this.#settleWithAnswer()
    controller.abort(new Error('the rest of the answer is not wanted'))
  }

  onResponseEnd(): void {
    this.#settleWithAnswer()
  }

  onResponseError(_controller: Undici.DispatchController | undefined, error: unknown): void {
    if (this.#isSettled) return
    if (this.#hasAllThatIsKept()) return this.#settleWithAnswer()
    const { reason, detail } = describeFailure(error, this.#status !== undefined)
    this.#settle({ kind: 'no-response', reason, detail: this.#withStatus(detail), timing: this.#timing() })
  }

  /** Interim answers (103 Early Hints) say nothing about the request. */
  #passOver(controller: Undici.DispatchController, status: number): void {
    this.#interimCount += 1
    if (status === 101 || status < 100) {
      controller.abort(new AnswerError(`the answer has the status ${status}, which means nothing here`))
    } else if (this.#interimCount > INTERIM_ANSWERS_MAX) {
      controller.abort(
        new AnswerError(`more than ${INTERIM_ANSWERS_MAX} interim answers (HTTP ${status}) and no final one`),
      )
    }
  }

  #endEarly(reason: 'timeout' | 'cancelled'): void {
    if (this.#isSettled) return
    if (this.#hasAllThatIsKept()) this.#settleWithAnswer()
    else {
      const detail = reason === 'timeout' ? this.#describeTimeout() : 'cut off: the service is stopping'
      this.#settle({ kind: 'no-response', reason, detail: this.#withStatus(detail), timing: this.#timing() })
    }
    if (this.#controller) this.#controller.abort(new Error('nobody waits for this request any more'))
    else this.#connection?.abandon()
  }

  /** More came than is kept: then the rest is of no interest, and how it ends is neither. */
  #hasAllThatIsKept(): boolean {
    return this.#status !== undefined && this.#body.isTruncated
  }

  #settleWithAnswer(): void {
    if (this.#isSettled) return
    const answer: RecordedAnswer = {
      status: this.#status ?? 0,
      headers: this.#headers,
      body: this.#body.toText(),
      bodyTruncated: this.#body.isTruncated,
    }
    this.#settle({ kind: 'response', answer, timing: this.#timing() })
  }

  #settle(reply: Reply): void {
    this.#isSettled = true
    this.#cancelDeadline()
    this.#body.clear()
    this.#resolve(reply)
  }

  #describeTimeout(): string {
    const limit = `within ${this.#limits.timeoutMs / 1000} s`
    if (this.#status !== undefined) return `the answer did not end ${limit}`
    if (this.#interimCount > 0) return `no final answer ${limit}, only interim ones`
    if (this.#firstByteMs !== undefined) return `the headers of the answer did not end ${limit}`
    switch (this.#controller ? 'ready' : this.#connection?.phase) {
      case 'dns':
        return `the name was not resolved ${limit}`
      case 'connect':
        return `no connection ${limit}`
      case 'tls':
        return `no TLS handshake ${limit}`
      default:
        return `no answer ${limit}`
    }
  }

  #withStatus(detail: string): string {
    return this.#status === undefined ? detail : `${detail} (after the headers of an HTTP ${this.#status})`
  }

  #timing(): Timing {
    const { dnsMs, connectMs, tlsMs } = this.#connection ?? {}
    return {
      ...(dnsMs !== undefined && { dnsMs: roundMs(dnsMs) }),
      ...(connectMs !== undefined && { connectMs: roundMs(connectMs) }),
      ...(tlsMs !== undefined && { tlsMs: roundMs(tlsMs) }),
      ...(this.#firstByteMs !== undefined && { firstByteMs: this.#firstByteMs }),
      totalMs: this.#elapsedMs(),
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

/** Tenths: a receiver nearby answers within less than one. */
function roundMs(ms: number): number {
  return Math.round(ms * 10) / 10
}
