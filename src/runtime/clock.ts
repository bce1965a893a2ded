import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { BootId } from '../domain/ids.ts'
import type { Instant, Monotonic } from '../domain/instant.ts'

/** Time and chance, the two things that tests replace. Nothing else may ask the machine for either. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): Instant
  /** Milliseconds since some fixed moment, with fractions; never goes back. For durations. */
  monotonic(): Monotonic
  /** Calls back once after `ms`, unless the function it gives is called before; that one is harmless at any time. */
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

/** The start of the machine, which processes that run one after the other have in common. */
export interface Boot {
  readonly id: BootId
  /** The time at which `monotonic` was 0. */
  readonly originMs: number
}

/** Undefined where the machine has no boot id. */
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
