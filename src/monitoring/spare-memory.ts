import { getHeapStatistics } from 'node:v8'
import { performance } from 'node:perf_hooks'
import type { Clock } from '../runtime/clock.ts'
import { collectGarbage } from '../runtime/inner/collect-garbage.ts'
import type { Monotonic } from '../domain/instant.ts'

/** A burst of work is what makes a thread take so much more than it took before, in bytes. */
const BURST_BYTES_MIN = 32 * 1024 ** 2
/** The share of the time that it may take: a pause then delays nobody. */
const QUIET_SHARE_MAX = 0.3
/** A burst may be followed by the next one: what it left is kept for so long. */
const QUIET_MS_MIN = 10_000
/** Between two pauses: a thread that has little to do, but always something, takes as much again and again. */
const APART_MS_MIN = 60_000

/** A measurement of the memory of a thread. */
export interface SpareReading {
  /** The memory that heap and buffers took from the system, used or not. */
  readonly takenBytes: number
  /** Since the last read, of its time: 0 did nothing, 1 never waited. */
  readonly busyShare: number
}

export interface SpareMemoryDeps {
  readonly clock: Pick<Clock, 'monotonic'>
  /** The thread has just begun, and runs long: what only its start needed is given back like the rest of a burst. */
  readonly isStarting?: boolean
  readonly read?: () => SpareReading
  readonly collect?: () => void
}

/**
 * Gives back to the system what a burst of work used, once its thread is quiet. The runtime does so only when it
 * needs memory again, which a quiet thread never does: buffers that nobody uses, pages of the heap that are empty
 * but for a few objects. The start leaves 22 MB (parsed sources, compiled schemas' workings): to collect them at
 * once would make each start a fifth dearer.
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

  /** Checks once, and is called again and again. A pause takes some ten milliseconds. */
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
