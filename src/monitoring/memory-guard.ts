import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import type { Clock } from '../runtime/clock.ts'
import { collectGarbage } from '../runtime/inner/collect-garbage.ts'
import { RunLoop } from '../runtime/run-loop.ts'
import { AppError } from '../domain/errors.ts'
import type { Monotonic } from '../domain/instant.ts'
import type { Log } from '../telemetry/log.ts'
import { SpareMemory } from './spare-memory.ts'

/**
 * V8 reserves three halves of 64 MB for young objects, less where memory is short; what lives on has to fit into the
 * rest.
 */
const YOUNG_BYTES_MAX = 192 * 1024 ** 2

/**
 * The share of V8's heap limit that objects and buffers may take before reports are refused with 503; the rest is for
 * what grows between two checks.
 */
const HEAP_SHARE_MAX = 0.8
/**
 * Limits the share of all memory of the machine or container; the rest is for code, the cache and thread of the
 * database, and the system.
 */
const MEMORY_SHARE_MAX = 0.6

/**
 * Once full, reports are let in again below this share of the ceiling: what comes and goes at the edge helps nobody.
 */
const FREE_SHARE = 0.9

const CHECK_MS = 250
/**
 * The share of the ceiling from which on memory is measured exactly. The runtime hurries only near its own, larger
 * limit.
 */
const SUSPECT_SHARE = 1 / 2
/** Between two collections that are asked for here: each is a pause of the whole process. */
const COLLECT_MS_MIN = 2_000
const RETRY_AFTER_MS = 2_000

export interface MemoryGuardDeps {
  readonly clock: Pick<Clock, 'wait' | 'monotonic'>
  readonly log: Pick<Log, 'warn' | 'info'>
  /** Called with each check: whatever else is to be checked as often wakes the process no further time. */
  readonly onCheck?: () => void
  /** The process runs long, so memory that only its start needed is given back. */
  readonly runsLong?: boolean
  readonly ceilingBytes?: number
  readonly read?: () => MemoryReading
  readonly collect?: () => void
  readonly spare?: Pick<SpareMemory, 'read'>
}

/**
 * Sees to it that this process does not run out of memory: above its ceiling it refuses reports, which their
 * senders repeat, until enough is free. What is only waiting to be collected counts after a collection of its own.
 */
export class MemoryGuard {
  readonly ceilingBytes: number
  readonly #deps: MemoryGuardDeps
  readonly #read: () => MemoryReading
  readonly #collect: () => void
  readonly #spare: Pick<SpareMemory, 'read'>
  readonly #loop: RunLoop
  #isFull = false
  #usedBytes = 0
  #collectedAt: Monotonic = -Infinity

  constructor(deps: MemoryGuardDeps) {
    this.#deps = deps
    this.ceilingBytes = deps.ceilingBytes ?? chooseCeiling(supply())
    this.#read = deps.read ?? readMemory
    this.#collect = deps.collect ?? (() => collectGarbage('major'))
    this.#spare = deps.spare ?? new SpareMemory({ clock: deps.clock, isStarting: deps.runsLong ?? false })
    const round = async () => {
      this.read()
      deps.onCheck?.()
      return CHECK_MS
    }
    this.#loop = new RunLoop({ clock: deps.clock, round })
  }

  get usedBytes(): number {
    return this.#usedBytes
  }

  /** Returns the error with which a report is refused now; undefined: there is memory. */
  refusal(): AppError | undefined {
    if (!this.#isFull) return undefined
    return new AppError(
      'unavailable',
      'The service has too little memory left to take anything in; nothing was taken in. Send it again in a moment.',
      { retryAfterMs: RETRY_AFTER_MS },
    )
  }

  start(): void {
    this.#loop.start()
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  /** Checks once; `start` repeats it. */
  read(): void {
    let reading = this.#read()
    const now = this.#deps.clock.monotonic()
    const isSuspect = this.#isFull || reading.usedBytes > SUSPECT_SHARE * this.ceilingBytes
    if (isSuspect && now - this.#collectedAt >= COLLECT_MS_MIN) {
      this.#collect()
      this.#collectedAt = this.#deps.clock.monotonic()
      reading = this.#read()
    }
    this.#usedBytes = reading.usedBytes
    this.#notify(isOver(reading, this.ceilingBytes, this.#isFull))
    this.#spare.read()
  }

  #notify(isFull: boolean): void {
    if (isFull === this.#isFull) return
    this.#isFull = isFull
    const line = { usedMb: toMb(this.#usedBytes), ceilingMb: toMb(this.ceilingBytes) }
    if (isFull) this.#deps.log.warn(line, 'memory.full')
    else this.#deps.log.info(line, 'memory.free')
  }
}

function supply() {
  return {
    heapLimitBytes: getHeapStatistics().heap_size_limit,
    machineBytes: totalmem(),
    constrainedBytes: process.constrainedMemory(),
  }
}

/** Reads the memory without process.memoryUsage, which opens a file and throws if no descriptor is left. */
function readMemory(): MemoryReading {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics()
  return { usedBytes: heap + external }
}

function toMb(bytes: number): number {
  return Math.round(bytes / 1024 ** 2)
}

/** The memory that a process may use, in bytes. */
interface MemorySupply {
  /**
   * `heap_size_limit` of V8: half of the machine or container, 4 GB at most, or `--max-old-space-size`; and what is
   * reserved for young objects.
   */
  readonly heapLimitBytes: number
  readonly machineBytes: number
  /** The limit of the container (cgroup); 0, or more than the machine has: there is no limit. */
  readonly constrainedBytes: number
}

/** Objects and buffers together that this process allows itself before it takes in no more reports, in bytes. */
export function chooseCeiling({ heapLimitBytes, machineBytes, constrainedBytes }: MemorySupply): number {
  const memoryBytes = constrainedBytes > 0 ? Math.min(machineBytes, constrainedBytes) : machineBytes
  const oldBytes = Math.max(heapLimitBytes - YOUNG_BYTES_MAX, heapLimitBytes / 2)
  return Math.floor(Math.min(HEAP_SHARE_MAX * oldBytes, MEMORY_SHARE_MAX * memoryBytes))
}

/** A measurement of the memory of this process. */
interface MemoryReading {
  /** Objects and buffers, those that nobody uses any more included until they are collected. */
  readonly usedBytes: number
}

export function isOver({ usedBytes }: MemoryReading, ceilingBytes: number, wasOver: boolean): boolean {
  return usedBytes > (wasOver ? FREE_SHARE : 1) * ceilingBytes
}
