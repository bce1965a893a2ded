import { randomBytes } from 'node:crypto'

/** Time and chance, the two things that tests replace. Nothing else may ask the machine for either. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
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
