import { Readable } from 'node:stream'
import type { Instant } from '../../../domain/instant.ts'
import type { LiveEventName } from './live-events.ts'
import { CHANGED_KINDS, type LiveUpdate } from './live-update.ts'

/** Bytes that may wait for a reader of the live view that does not read; then it is cut off. */
export const WAITING_BYTES_MAX = 256 * 1024
const HEARTBEAT_MS = 2_000
const ACTIVITY_MS = 2_000
/** The time after which a browser comes again. */
const RETRY_MS = 3_000

/** A reader of the stream. It remembers what this reader was sent, and sends only what is new. */
export class Listener {
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

  tell({ overview, minutes, versions }: LiveUpdate, now: Instant): void {
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

  /** The database cannot be read: said once. */
  tellProblem(message: string, now: Instant): void {
    if (message !== this.#problem) this.#say('problem', JSON.stringify({ message }), now)
    this.#problem = message
    // Whatever was said last may be wrong: when it can be read again, it is said again.
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
