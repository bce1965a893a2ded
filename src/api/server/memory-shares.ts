import type { ServerLimits } from './server.ts'

/** The share of this process's memory for all request bodies: an eighth. */
export const BODIES_SHARE = 1 / 8

/** The share for all responses that nobody has read yet: an eighth. */
export const UNREAD_SHARE = 1 / 8

/** Divides `bytesMax`, which is for objects and buffers together. */
export function memoryShares(bytesMax: number): Pick<ServerLimits, 'bodiesBytesMax' | 'unreadBytesMax'> {
  return {
    bodiesBytesMax: Math.floor(bytesMax * BODIES_SHARE),
    unreadBytesMax: Math.floor(bytesMax * UNREAD_SHARE),
  }
}
