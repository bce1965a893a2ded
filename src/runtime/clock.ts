import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { BootId } from '../domain/ids.ts'
import type { Instant, Monotonic } from '../domain/instant.ts'

/** Time and chance, which tests replace. Nothing else may ask the machine for either. */
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

export interface Chance {
  /** Returns a number from 0 to below 1. */
  fraction(): number
  bytes(count: number): Buffer
  /** Version 4 (RFC 9562): unique, but no secret. */
  uuid(): string
}

/** The machine's boot, which consecutive processes share. */
export interface Boot {
  readonly id: BootId
  /** The time at which `monotonic` was 0. */
  readonly originMs: number
}

/** Returns undefined if the machine has no boot id. */
export function systemBoot(): Boot | undefined {
  try {
    const id = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return { id, originMs: Number(process.hrtime.bigint()) / 1e6 - performance.now() }
  } catch {
    return undefined
  }
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
  uuid: () => randomUUID(),
}
