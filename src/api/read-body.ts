import type { Readable } from 'node:stream'
import { AppError } from '../domain/errors.ts'
import type { BodyBudget, HeldBody } from './body-budget.ts'
import { BodyBuffer } from './body-buffer.ts'

export interface BodyToRead {
  /** What Content-Length says; undefined: it comes in chunks. */
  readonly declaredBytes: number | undefined
  readonly bytesMax: number
  /** What to say about a larger one. */
  readonly tooLarge: string
  readonly budget: BodyBudget
  /** Nobody looks at it: it is counted, and dropped. */
  readonly isDropped: boolean
}

export interface ReadBody {
  readonly content: Promise<Buffer>
  /** Its room, which is given back when the request has its answer. */
  readonly held: HeldBody
}

/**
 * The whole body. Rejects if it is too large, there is no room for it, or the connection ends before it does; what then
 * still comes is read and dropped, and nothing of it is kept.
 */
export function readBody(payload: Readable, about: BodyToRead): ReadBody {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const refuse = (error: unknown) => {
    stop()
    held.release()
    reject(error)
  }
  const held = about.budget.open(refuse)
  const body = new BodyBuffer(about.declaredBytes, (bytes) => held.hold(bytes))
  let bytes = 0
  const add = (piece: Buffer) => {
    bytes += piece.length
    if (bytes > about.bytesMax) return refuse(new AppError('payload_too_large', about.tooLarge))
    if (about.isDropped) return
    try {
      body.add(piece)
    } catch (error) {
      refuse(error)
    }
  }
  const end = () => {
    stop()
    held.arrived()
    resolve(body.content())
  }
  const stop = () => void payload.off('data', add).off('end', end).off('error', refuse)
  if (about.declaredBytes !== undefined && about.declaredBytes > about.bytesMax) {
    refuse(new AppError('payload_too_large', about.tooLarge))
    payload.resume()
  } else {
    payload.on('data', add).on('end', end).on('error', refuse)
  }
  return { content: promise, held }
}
