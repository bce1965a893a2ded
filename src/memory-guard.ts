import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import type { Clock } from './clock.ts'
import { collectGarbage, type Collection } from './collect-garbage.ts'
import { AppError } from './domain/errors.ts'
import type { Log } from './log.ts'
import { chooseCeiling, hasMuchToGiveBack, isOver, type MemoryReading } from './memory-ceiling.ts'

const LOOK_MS = 250
/** Of the ceiling. The runtime itself begins to hurry only when its own, larger limit is near. */
const SUSPECT_SHARE = 1 / 2
/** Between two collections that are asked for here: each is a pause of the whole process. */
const COLLECT_MS_MIN = 2_000
/** A burst may be followed by the next one: what it left is kept for so long. */
const GIVE_BACK_MS_MIN = 10_000
const RETRY_AFTER_MS = 2_000

export interface MemoryGuardDeps {
  readonly clock: Pick<Clock, 'wait' | 'monotonic'>
  readonly log: Pick<Log, 'warn' | 'info'>
  readonly ceilingBytes?: number
  readonly read?: () => MemoryReading
  readonly collect?: (collection: Collection) => void
}

/**
 * Sees to it that this process does not die of want of memory: beyond its ceiling reports are refused, which their senders
 * repeat, until there is room again. What is only waiting to be collected counts after a collection of its own.
 */
export class MemoryGuard {
  readonly ceilingBytes: number
  readonly #deps: MemoryGuardDeps
  readonly #read: () => MemoryReading
  readonly #collect: (collection: Collection) => void
  readonly #stopping = new AbortController()
  #running: Promise<void> | undefined
  #isFull = false
  #heldBytes = 0
  #collectedAt = -Infinity

  constructor(deps: MemoryGuardDeps) {
    this.#deps = deps
    this.ceilingBytes = deps.ceilingBytes ?? chooseCeiling(supply())
    this.#read = deps.read ?? createMemoryReader()
    this.#collect = deps.collect ?? collectGarbage
  }

  get heldBytes(): number {
    return this.#heldBytes
  }

  /** What a report is answered now; undefined: there is room. */
  refusal(): AppError | undefined {
    if (!this.#isFull) return undefined
    return new AppError(
      'unavailable',
      'The service has too little memory left to take anything in; nothing was taken in. Send it again in a moment.',
      { retryAfterMs: RETRY_AFTER_MS },
    )
  }

  start(): void {
    this.#running ??= this.#run(this.#stopping.signal)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.look()
      await this.#deps.clock.wait(LOOK_MS, signal)
    }
  }

  /** One look; `start` has it repeated. */
  look(): void {
    let reading = this.#read()
    const sinceMs = this.#deps.clock.monotonic() - this.#collectedAt
    const isSuspect = this.#isFull || reading.heldBytes > SUSPECT_SHARE * this.ceilingBytes
    if (isSuspect && sinceMs >= COLLECT_MS_MIN) reading = this.#readAfter('major')
    else if (hasMuchToGiveBack(reading) && sinceMs >= GIVE_BACK_MS_MIN) reading = this.#readAfter('thorough')
    this.#heldBytes = reading.heldBytes
    this.#tell(isOver(reading, this.ceilingBytes, this.#isFull))
  }

  #readAfter(collection: Collection): MemoryReading {
    this.#collect(collection)
    this.#collectedAt = this.#deps.clock.monotonic()
    return this.#read()
  }

  #tell(isFull: boolean): void {
    if (isFull === this.#isFull) return
    this.#isFull = isFull
    const line = { heldMb: toMb(this.#heldBytes), ceilingMb: toMb(this.ceilingBytes) }
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

function createMemoryReader(): () => MemoryReading {
  let before = performance.eventLoopUtilization()
  // Not by process.memoryUsage, which opens a file, and throws where there is no descriptor left.
  const externalBefore = getHeapStatistics().external_memory
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    const {
      used_heap_size: heapUsed,
      total_heap_size: heapTotal,
      external_memory: external,
    } = getHeapStatistics()
    // A buffer that nobody uses any more is small for the collector, which lets it lie, however large it is outside of the heap.
    const spareBytes = heapTotal - heapUsed + Math.max(0, external - externalBefore)
    return { heldBytes: heapUsed + external, spareBytes, busyShare: utilization }
  }
}

function toMb(bytes: number): number {
  return Math.round(bytes / 1024 ** 2)
}
