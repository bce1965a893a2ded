/** The smallest buffer that is worth freeing. */
const FREED_BYTES_MIN = 4 * 1024

/**
 * Gives the memory of a buffer back at once, which nobody may read any more: it is empty from now on. The collector
 * would do it some time later, and does not hurry, for to it a buffer is small, however large it is outside of the
 * heap: a burst of bodies left hundreds of megabytes. A buffer that shares its memory with others is left alone.
 */
export function freeBuffer(bytes: Buffer): void {
  if (bytes.length >= FREED_BYTES_MIN && ownsMemory(bytes)) bytes.buffer.transfer(0)
}

/** Small ones have a part of memory that Node.js shares among many. */
export function ownsMemory(bytes: Buffer): bytes is Buffer<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer && bytes.buffer.byteLength === bytes.length
}
