import type { ServerLimits } from './server.ts'

/** Of the memory that this process allows itself, what all bodies of requests together may take: an eighth. */
export const BODIES_SHARE = 1 / 8

/** And what all answers that nobody has read yet may take: an eighth. */
export const UNREAD_SHARE = 1 / 8

/** Of `bytesMax`, which is for objects and buffers together: a body becomes values, an answer comes of some. */
export function memoryShares(bytesMax: number): Pick<ServerLimits, 'bodiesBytesMax' | 'unreadBytesMax'> {
  return {
    bodiesBytesMax: Math.floor(bytesMax * BODIES_SHARE),
    unreadBytesMax: Math.floor(bytesMax * UNREAD_SHARE),
  }
}
