import { Readable } from 'node:stream'
import type { Clock } from '../../../runtime/clock.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Instant } from '../../../domain/instant.ts'
import { CHANGED_KINDS, type LiveEventName, type LiveUpdate, liveUpdateOf } from './live-update.ts'
import type { Overview } from './overview-reader.ts'

/** Bytes that wait for a stalled reader of the live view; above it the reader is cut off. */
export const WAITING_BYTES_MAX = 256 * 1024
const HEARTBEAT_MS = 2_000
const ACTIVITY_MS = 2_000
/** The delay before a browser reconnects. */
const RETRY_MS = 3_000

export interface LiveStreamDeps {
  /** Shared by all readers; the same object until there is a newer one. */
  readonly readOverview: () => Promise<Overview>
  readonly clock: Clock
  /** Fires when the service stops; ends every stream. */
  readonly stopping: AbortSignal
}

export interface Reader {
  /** `principalKey` of the user or token. */
  readonly principal: string
  /** Rejects if the reader may not listen any more. */
  readonly authorize: () => Promise<unknown>
}

interface Listening extends Reader {
  readonly listener: Listener
  authorizedAt: Instant
}

/** Limits listeners of one node: each costs a message a second. */
export const LISTENERS_MAX = 100
/** Limits readers of one user or token on one node: the console opens one per visible tab. */
export const LISTENERS_PER_PRINCIPAL_MAX = 10
const ROUND_MS = 1_000
const AUTHORIZED_MS = 60_000
const RETRY_AFTER_MS = 30_000

/** Sends all listeners what is new, with one reading a second while somebody listens. */
export class LiveStream {
  readonly #deps: LiveStreamDeps
  readonly #all = new Set<Listening>()
  #isRunning = false
  #last: { readonly of: Overview; readonly update: LiveUpdate } | undefined

  constructor(deps: LiveStreamDeps) {
    this.#deps = deps
  }

  get listenerCount(): number {
    return this.#all.size
  }

  /**
   * Adds a reader; the stream ends when the reader leaves, reads too slowly, or may not listen any more. Throws
   * `unavailable`, and `too_many_requests` for a principal with too many readers.
   */
  listen(reader: Reader): Readable {
    const { clock, stopping } = this.#deps
    this.#refuseTooMany(reader)
    const now = clock.now()
    const listening = { ...reader, listener: new Listener(now), authorizedAt: now }
    const { stream } = listening.listener
    if (stopping.aborted) {
      listening.listener.end()
      return stream
    }
    stream.once('close', () => this.#all.delete(listening))
    this.#all.add(listening)
    if (this.#isRunning) void this.#send([listening])
    else void this.#run()
    return stream
  }

  #refuseTooMany({ principal }: Reader): void {
    const own = [...this.#all].filter((listening) => listening.principal === principal).length
    if (own >= LISTENERS_PER_PRINCIPAL_MAX) {
      throw new AppError(
        'too_many_requests',
        `You have ${LISTENERS_PER_PRINCIPAL_MAX} listeners on this node, and nobody gets more; end one of them (in the console: close a window), or read /v1/overview instead.`,
        { retryAfterMs: RETRY_AFTER_MS },
      )
    }
    if (this.#all.size >= LISTENERS_MAX) {
      throw new AppError(
        'unavailable',
        `This node has ${LISTENERS_MAX} listeners, and takes no more; read /v1/overview instead, or try again later.`,
        { retryAfterMs: RETRY_AFTER_MS },
      )
    }
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    const { clock, stopping } = this.#deps
    const endAll = () => {
      for (const { listener } of this.#all) listener.end()
    }
    stopping.addEventListener('abort', endAll)
    try {
      while (this.#all.size > 0 && !stopping.aborted) {
        await this.#send([...this.#all])
        await this.#dropUnauthorized()
        await clock.wait(ROUND_MS, stopping)
      }
    } finally {
      stopping.removeEventListener('abort', endAll)
      this.#isRunning = false
    }
  }

  async #send(all: readonly Listening[]): Promise<void> {
    try {
      const update = this.#liveUpdateOf(await this.#deps.readOverview())
      for (const { listener } of all) listener.send(update, this.#deps.clock.now())
    } catch (error) {
      const message =
        error instanceof AppError ? error.message : 'How it goes cannot be read; the log says more.'
      for (const { listener } of all) listener.sendProblem(message, this.#deps.clock.now())
    }
  }

  #liveUpdateOf(overview: Overview): LiveUpdate {
    if (this.#last?.of !== overview) this.#last = { of: overview, update: liveUpdateOf(overview) }
    return this.#last.update
  }

  /** Tokens may be revoked, and sessions end. */
  async #dropUnauthorized(): Promise<void> {
    const now = this.#deps.clock.now()
    for (const listening of this.#all) {
      if (now - listening.authorizedAt < AUTHORIZED_MS) continue
      listening.authorizedAt = now
      await listening.authorize().catch((error: unknown) => {
        const isRefused = error instanceof AppError && ['unauthorized', 'forbidden'].includes(error.code)
        if (isRefused) listening.listener.end()
      })
    }
  }
}

/** Sends one reader only what it was not sent yet. */
class Listener {
  readonly stream = new Readable({ read: () => undefined })
  #overview = ''
  #minutes: ReadonlyMap<Instant, string> = new Map()
  #versions: LiveUpdate['versions'] | undefined
  #activityAt = -Infinity
  #saidAt: Instant
  #problem = ''

  constructor(now: Instant) {
    this.#saidAt = now
    this.stream.push(`retry: ${RETRY_MS}\n\n`)
  }

  send({ overview, minutes, versions }: LiveUpdate, now: Instant): void {
    this.#problem = ''
    if (overview.key !== this.#overview) this.#say('overview', overview.text, now)
    this.#overview = overview.key
    if (now - this.#activityAt >= ACTIVITY_MS) {
      const changed = minutes.filter(({ at, key }) => this.#minutes.get(at) !== key)
      for (const { text } of changed) this.#say('activity', text, now)
      if (changed.length > 0) this.#activityAt = now
      this.#minutes = new Map(minutes.map(({ at, key }) => [at, key]))
    }
    const known = this.#versions
    const kinds = known ? CHANGED_KINDS.filter((kind) => versions[kind] !== known[kind]) : []
    if (kinds.length > 0) this.#say('changed', JSON.stringify({ kinds }), now)
    this.#versions = versions
    this.#sendHeartbeat(now)
  }

  /** Reports once that the database cannot be read. */
  sendProblem(message: string, now: Instant): void {
    if (message !== this.#problem) this.#say('problem', JSON.stringify({ message }), now)
    this.#problem = message
    // Earlier data may be stale: they are sent again after the problem.
    this.#overview = ''
    this.#sendHeartbeat(now)
  }

  end(): void {
    this.stream.push(null)
  }

  #sendHeartbeat(now: Instant): void {
    if (now - this.#saidAt >= HEARTBEAT_MS) this.#say('heartbeat', '{}', now)
  }

  /** JSON has no line breaks of its own. */
  #say(event: LiveEventName, json: string, now: Instant): void {
    this.#write(`event: ${event}\ndata: ${json}\n\n`, now)
  }

  #write(text: string, now: Instant): void {
    if (this.stream.destroyed) return
    this.#saidAt = now
    this.stream.push(text)
    if (this.stream.readableLength > WAITING_BYTES_MAX) this.stream.destroy()
  }
}
