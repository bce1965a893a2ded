import type { ServerLimits } from './server.ts'

/** The share of the memory of this process that all request bodies together may take: an eighth. */
export const BODIES_SHARE = 1 / 8

/** The share that all responses that nobody has read yet may take: an eighth. */
export const UNREAD_SHARE = 1 / 8

/**
 * Divides `bytesMax`, which is for objects and buffers together: a body becomes values, and a response comes of
 * values.
 */
export function memoryShares(bytesMax: number): Pick<ServerLimits, 'bodiesBytesMax' | 'unreadBytesMax'> {
  return {
    bodiesBytesMax: Math.floor(bytesMax * BODIES_SHARE),
    unreadBytesMax: Math.floor(bytesMax * UNREAD_SHARE),
  }
}
