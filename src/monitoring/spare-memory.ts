import { getHeapStatistics } from 'node:v8'
import { performance } from 'node:perf_hooks'
import type { Clock } from '../runtime/clock.ts'
import { collectGarbage } from '../runtime/inner/collect-garbage.ts'
import type { Monotonic } from '../domain/instant.ts'

/** The growth, in bytes, that counts as a burst of work. */
const BURST_BYTES_MIN = 32 * 1024 ** 2
/** The busiest a thread may be when it is paused. */
const QUIET_SHARE_MAX = 0.3
/** Waits for the next burst before it releases what this one left. */
const QUIET_MS_MIN = 10_000
/** A thread with steady little work would take the memory again after each pause. */
const APART_MS_MIN = 60_000

export interface SpareReading {
  /** The memory that heap and buffers took from the system, used or not. */
  readonly takenBytes: number
  /** Since the last read: 0 did nothing, 1 never waited. */
  readonly busyShare: number
}

export interface SpareMemoryDeps {
  readonly clock: Pick<Clock, 'monotonic'>
  /** The thread has just begun, and runs long: what only its start needed is released too. */
  readonly isStarting?: boolean
  readonly read?: () => SpareReading
  readonly collect?: () => void
}

/**
 * Returns memory to the system after a burst, once the thread is quiet: V8 does so only when it needs
 * memory again. Collecting the 22 MB of the start at once would slow it by a fifth.
 */
export class SpareMemory {
  readonly #clock: Pick<Clock, 'monotonic'>
  readonly #read: () => SpareReading
  readonly #collect: () => void
  #hasRestOfStart: boolean
  #lowestBytes = Infinity
  #highestBytes = 0
  #quietSince: Monotonic | undefined
  #collectedAt: Monotonic = -Infinity

  constructor({
    clock,
    isStarting = false,
    read = createSpareReader(),
    collect = () => collectGarbage('thorough'),
  }: SpareMemoryDeps) {
    this.#clock = clock
    this.#hasRestOfStart = isStarting
    this.#read = read
    this.#collect = collect
  }

  /** Checks once. A pause takes some 10 ms. */
  read(): void {
    const { takenBytes, busyShare } = this.#read()
    this.#lowestBytes = Math.min(this.#lowestBytes, takenBytes)
    this.#highestBytes = Math.max(this.#highestBytes, takenBytes)
    const now = this.#clock.monotonic()
    if (busyShare >= QUIET_SHARE_MAX) this.#quietSince = undefined
    else this.#quietSince ??= now
    if (!this.#hasRestOfStart && this.#highestBytes - this.#lowestBytes < BURST_BYTES_MIN) return
    if (this.#quietSince === undefined || now - this.#quietSince < QUIET_MS_MIN) return
    if (now - this.#collectedAt < APART_MS_MIN) return

    this.#collect()
    this.#hasRestOfStart = false
    this.#collectedAt = now
    this.#lowestBytes = this.#read().takenBytes
    this.#highestBytes = this.#lowestBytes
  }
}

function createSpareReader(): () => SpareReading {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization: busyShare } = performance.eventLoopUtilization(now, before)
    before = now
    const { total_heap_size: heap, external_memory: external } = getHeapStatistics()
    return { takenBytes: heap + external, busyShare }
  }
}
