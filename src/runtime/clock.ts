import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Clock } from '../domain/clock.ts'
import type { BootId } from '../domain/ids.ts'

export type { Clock }

/** Chance, which tests replace. Nothing else may ask the machine for it. */
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
