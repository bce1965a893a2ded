/** The memory that a process may use, in bytes. */
export interface MemorySupply {
  /**
   * `heap_size_limit` of V8: half of the machine or container, 4 GB at most, or `--max-old-space-size`; and what is
   * reserved for young objects.
   */
  readonly heapLimitBytes: number
  readonly machineBytes: number
  /** The limit of the container (cgroup); 0, or more than the machine has: there is none. */
  readonly constrainedBytes: number
}

/**
 * V8 reserves three halves of 64 MB for young objects, less where memory is short; what lives on has to fit into the
 * rest.
 */
const YOUNG_BYTES_MAX = 192 * 1024 ** 2

/**
 * The share of V8's heap limit that objects and buffers may take before reports are answered 503; the rest is for what
 * grows between two looks.
 */
export const HEAP_SHARE_MAX = 0.8
/**
 * Limits the share of all memory of the machine or container; the rest is for code, the cache and thread of the
 * database, and the system.
 */
export const MEMORY_SHARE_MAX = 0.6

/** Objects and buffers together that this process allows itself before it takes in no more reports, in bytes. */
export function chooseCeiling({ heapLimitBytes, machineBytes, constrainedBytes }: MemorySupply): number {
  const memoryBytes = constrainedBytes > 0 ? Math.min(machineBytes, constrainedBytes) : machineBytes
  const oldBytes = Math.max(heapLimitBytes - YOUNG_BYTES_MAX, heapLimitBytes / 2)
  return Math.floor(Math.min(HEAP_SHARE_MAX * oldBytes, MEMORY_SHARE_MAX * memoryBytes))
}

/** A measurement of the memory of this process. */
export interface MemoryReading {
  /** Objects and buffers, those that nobody uses any more included until they are collected. */
  readonly heldBytes: number
}

/**
 * Once full, reports are let in again below this share of the ceiling: what comes and goes at the edge helps nobody.
 */
const FREE_SHARE = 0.9

export function isOver({ heldBytes }: MemoryReading, ceilingBytes: number, wasOver: boolean): boolean {
  return heldBytes > (wasOver ? FREE_SHARE : 1) * ceilingBytes
}
