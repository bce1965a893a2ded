import type { ServerLimits } from './server.ts'

/** Of the memory that this process may use, what all bodies of requests together may take: an eighth. */
export const BODIES_SHARE = 1 / 8

/** And what all answers that nobody has read yet may take: an eighth. */
export const UNREAD_SHARE = 1 / 8

/** Neither is part of the heap, but both grow with what may be held in it: a body becomes values, an answer comes of some. */
export function memoryShares(heapBytesMax: number): Pick<ServerLimits, 'bodiesBytesMax' | 'unreadBytesMax'> {
  return {
    bodiesBytesMax: Math.floor(heapBytesMax * BODIES_SHARE),
    unreadBytesMax: Math.floor(heapBytesMax * UNREAD_SHARE),
  }
}
