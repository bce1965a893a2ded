import type { SessionId, TokenId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'

/** The time between two writes of last uses: a write for each request would cost more than it tells. */
const WRITE_MS = 10_000

interface Use<Id> {
  readonly id: Id
  readonly at: Instant
}

/** When tokens, or sessions, were used last; written together now and then. */
export class LastUses<Id extends TokenId | SessionId> {
  readonly #write: (uses: readonly Use<Id>[]) => Promise<void>
  readonly #uses = new Map<Id, Instant>()
  #writtenAt = 0

  constructor(write: (uses: readonly Use<Id>[]) => Promise<void>) {
    this.#write = write
  }

  note(id: Id, now: Instant): void {
    this.#uses.set(id, now)
    if (now - this.#writtenAt < WRITE_MS) return
    this.#writtenAt = now
    // One that could not be written is written with the next one.
    this.flush().catch(() => this.#uses.set(id, now))
  }

  /** Writes those that are not written yet. */
  async flush(): Promise<void> {
    if (this.#uses.size === 0) return
    const uses = [...this.#uses].map(([id, at]) => ({ id, at }))
    this.#uses.clear()
    await this.#write(uses)
  }
}
