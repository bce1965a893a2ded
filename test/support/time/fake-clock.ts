import type { Chance, Clock } from '../../../src/runtime/clock.ts'

interface Sleeper {
  readonly wakeAt: number
  readonly wake: () => void
}

/** A clock that only a test moves. */
export class FakeClock implements Clock {
  #now: number
  /** For durations: what a clock that is set does not change. */
  #monotonic: number
  readonly #sleepers = new Set<Sleeper>()

  constructor(startAt = Date.parse('2026-09-14T03:00:00Z')) {
    this.#now = startAt
    this.#monotonic = startAt
  }

  now(): number {
    return this.#now
  }

  monotonic(): number {
    return this.#monotonic
  }

  after(ms: number, callback: () => void): () => void {
    const sleeper = {
      wakeAt: this.#monotonic + ms,
      wake: () => {
        this.#sleepers.delete(sleeper)
        callback()
      },
    }
    this.#sleepers.add(sleeper)
    // What is due already happens soon, as with a real timer.
    if (ms <= 0) setImmediate(() => this.advance(0))
    return () => void this.#sleepers.delete(sleeper)
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const wake = () => {
        this.#sleepers.delete(sleeper)
        signal?.removeEventListener('abort', wake)
        resolve()
      }
      const sleeper = { wakeAt: this.#monotonic + ms, wake }
      this.#sleepers.add(sleeper)
      signal?.addEventListener('abort', wake)
    })
  }

  /** Moves on, and wakes those whose time has come. */
  advance(ms: number): void {
    this.#now += ms
    this.#monotonic += ms
    for (const sleeper of this.#sleepers) if (sleeper.wakeAt <= this.#monotonic) sleeper.wake()
  }

  /** Somebody sets the clock, back or forward: no time passes. */
  step(ms: number): void {
    this.#now += ms
  }
}

/** Always the same chance: the middle, and bytes and ids that count up, so that each call gives others. */
export function fixedChance(fraction = 0.5): Chance {
  let calls = 0
  return {
    fraction: () => fraction,
    bytes: (count) => {
      calls += 1
      return Buffer.alloc(count, calls % 256)
    },
    uuid: () => {
      calls += 1
      return `00000000-0000-4000-8000-${String(calls).padStart(12, '0')}`
    },
  }
}
