import type { Instant, Monotonic } from './instant.ts'

/** Time, which tests replace. Nothing else may ask the machine for it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): Instant
  /** Milliseconds since a fixed moment, with fractions; never goes back. For durations. */
  monotonic(): Monotonic
  /** Calls back once after `ms`. The returned function cancels; calling it later is harmless. */
  after(ms: number, callback: () => void): () => void
  /** Resolves after `ms`, or at once when the signal fires; never rejects. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
}
