import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import type { Clock } from '../runtime/clock.ts'
import { collectGarbage } from '../runtime/inner/collect-garbage.ts'
import { RunLoop } from '../runtime/run-loop.ts'
import { AppError } from '../domain/errors.ts'
import type { Monotonic } from '../domain/instant.ts'
import type { Log } from '../telemetry/log.ts'
import { SpareMemory } from './spare-memory.ts'

/** V8 reserves three halves of 64 MB for young objects, less on small machines. */
const YOUNG_BYTES_MAX = 192 * 1024 ** 2

/** The share of V8's heap limit above which reports are refused with 503; the rest is for growth between two checks. */
const HEAP_SHARE_MAX = 0.8
/** The share of the machine's or container's memory; the rest is for code, the database's cache, and the system. */
const MEMORY_SHARE_MAX = 0.6

/** Once full, reports are accepted again below this share of the ceiling, so that the state does not flap. */
const FREE_SHARE = 0.9

const CHECK_MS = 250
const SUSPECT_SHARE = 1 / 2
/** Each forced collection pauses the process. */
const COLLECT_MS_MIN = 2_000
const RETRY_AFTER_MS = 2_000

export interface MemoryGuardDeps {
  readonly clock: Pick<Clock, 'wait' | 'monotonic'>
  readonly log: Pick<Log, 'warn' | 'info'>
  /** Called with each check, so that other checks wake the process no further time. */
  readonly onCheck?: () => void
  /** The process runs long, so memory that only its start needed is released. */
  readonly runsLong?: boolean
  readonly ceilingBytes?: number
  readonly read?: () => MemoryReading
  readonly collect?: () => void
  readonly spare?: Pick<SpareMemory, 'read'>
}

/**
 * Prevents running out of memory: above its ceiling it refuses reports, which their senders repeat, until enough is
 * free. Garbage counts only after a forced collection.
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

  /** The error with which a report is refused now; undefined: there is memory. */
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

/** process.memoryUsage opens a file, and throws if no descriptor is left. */
function readMemory(): MemoryReading {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics()
  return { usedBytes: heap + external }
}

function toMb(bytes: number): number {
  return Math.round(bytes / 1024 ** 2)
}

interface MemorySupply {
  /**
   * V8's `heap_size_limit`: half of the machine or container, 4 GB at most, or `--max-old-space-size`; includes the
   * young objects.
   */
  readonly heapLimitBytes: number
  readonly machineBytes: number
  /** The limit of the container (cgroup); 0, or more than the machine has: no limit. */
  readonly constrainedBytes: number
}

/** Returns the bytes of objects and buffers above which no more reports are accepted. */
export function chooseCeiling({ heapLimitBytes, machineBytes, constrainedBytes }: MemorySupply): number {
  const memoryBytes = constrainedBytes > 0 ? Math.min(machineBytes, constrainedBytes) : machineBytes
  const oldBytes = Math.max(heapLimitBytes - YOUNG_BYTES_MAX, heapLimitBytes / 2)
  return Math.floor(Math.min(HEAP_SHARE_MAX * oldBytes, MEMORY_SHARE_MAX * memoryBytes))
}

interface MemoryReading {
  /** Objects and buffers, with garbage that is not collected yet. */
  readonly usedBytes: number
}

export function isOver({ usedBytes }: MemoryReading, ceilingBytes: number, wasOver: boolean): boolean {
  return usedBytes > (wasOver ? FREE_SHARE : 1) * ceilingBytes
}
