import type { Instant } from '../../domain/instant.ts'

/** How often last uses are written: a write for each request would cost more than it tells. */
const WRITE_MS = 10_000

interface Use {
  readonly id: number
  readonly at: Instant
}

/** When tokens, or sessions, were used last; written together now and then. */
export class LastUses {
  readonly #write: (uses: readonly Use[]) => Promise<void>
  readonly #uses = new Map<number, Instant>()
  #writtenAt = 0

  constructor(write: (uses: readonly Use[]) => Promise<void>) {
    this.#write = write
  }

  note(id: number, now: Instant): void {
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
