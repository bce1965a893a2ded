import type { Clock } from '../../clock.ts'
import type { Instant } from '../../domain/instant.ts'

export interface ServerTimeDeps {
  /** Of this machine; only its durations are believed. */
  readonly clock: Clock
  /** The time of the database server, in milliseconds, with fractions. */
  readonly ask: () => Promise<number>
}

/** What one question told: at this moment of the monotonic clock it was this time, give or take `errorMs`. */
export interface TimeReading {
  readonly at: number
  readonly time: number
  readonly errorMs: number
}

const QUESTIONS = 3

/** How far clocks of machines run apart between two measurements, at the worst: 100 ms in 1,000 s. */
const DRIFT = 1e-4

/**
 * The time of the database server, so that due times and leases mean the same to every node, however wrong the clock of
 * its machine is: the last measured time and what has passed since by the monotonic clock. A step of the machine's
 * clock moves nothing.
 */
export class ServerTime implements Clock {
  readonly #deps: ServerTimeDeps
  #reading: TimeReading | undefined

  constructor(deps: ServerTimeDeps) {
    this.#deps = deps
  }

  /** The machine's own until the first measurement. Whole milliseconds. */
  now(): Instant {
    const { clock } = this.#deps
    if (!this.#reading) return clock.now()
    return Math.floor(timeAt(this.#reading, clock.monotonic()))
  }

  monotonic(): number {
    return this.#deps.clock.monotonic()
  }

  after(ms: number, callback: () => void): () => void {
    return this.#deps.clock.after(ms, callback)
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#deps.clock.wait(ms, signal)
  }

  /** How far the clock of this machine is ahead. */
  aheadMs(): number {
    return this.#deps.clock.now() - this.now()
  }

  /** Asks the server, some times over. */
  async measure(): Promise<void> {
    for (let question = 0; question < QUESTIONS; question += 1) {
      const reading = await this.#ask()
      this.#reading = betterReading(this.#reading, reading)
    }
  }

  async #ask(): Promise<TimeReading> {
    const { clock, ask } = this.#deps
    const askedAt = clock.monotonic()
    const time = await ask()
    const at = clock.monotonic()
    const errorMs = (at - askedAt) / 2
    return { at, time: time + errorMs, errorMs }
  }
}

function timeAt({ at, time }: TimeReading, monotonic: number): number {
  return time + (monotonic - at)
}

/**
 * The more exact one of two that agree; if they do not, the newer: the server's clock was set, or it is another server.
 * One that took long tells little: the server may have answered at any moment of it.
 */
export function betterReading(before: TimeReading | undefined, after: TimeReading): TimeReading {
  if (!before) return after
  const errorMs = before.errorMs + (after.at - before.at) * DRIFT
  const difference = Math.abs(timeAt(before, after.at) - after.time)
  return difference <= errorMs + after.errorMs && errorMs < after.errorMs ? before : after
}
