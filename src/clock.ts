import { randomBytes } from 'node:crypto'

/** Time and chance, the two things that tests replace. Nothing else may ask the machine for either. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Milliseconds since some fixed moment, with fractions; never goes back. For durations. */
  monotonic(): number
  /** Calls back once after `ms`, unless the function it gives is called before; that one is harmless at any time. */
  after(ms: number, callback: () => void): () => void
  /** Resolves after `ms`, or at once when the signal fires; never rejects. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
}

export interface Chance {
  /** At least 0, below 1. */
  fraction(): number
  bytes(count: number): Buffer
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
  wait: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const done = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      signal?.addEventListener('abort', done)
    }),
}

export const systemChance: Chance = {
  fraction: () => Math.random(),
  bytes: (count) => randomBytes(count),
}
