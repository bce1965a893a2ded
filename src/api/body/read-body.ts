import type { Readable } from 'node:stream'
import { AppError } from '../../domain/errors.ts'
import type { BodyBudget, HeldBody } from './body-budget.ts'
import { BodyBuffer } from './body-buffer.ts'
import { freeBuffer } from './free-buffer.ts'
import { CRUMB_BYTES, CRUMBS_MAX, isInCrumbs } from './incoming-request.ts'
import type { LoopShare } from '../../runtime/loop-share.ts'

export interface BodyToRead {
  /** What Content-Length says; undefined: it comes in chunks. */
  readonly declaredBytes: number | undefined
  readonly bytesMax: number
  /** What to say about a larger one. */
  readonly tooLarge: string
  readonly budget: BodyBudget
  readonly share: LoopShare
  /** Nobody looks at it: it is counted, and dropped. */
  readonly isDropped: boolean
}

export interface ReadBody {
  readonly content: Promise<Buffer>
  /** Its room, which is given back when the request has its answer. */
  readonly held: HeldBody
}

const IN_CRUMBS = `The body came in more than ${CRUMBS_MAX} pieces of fewer than ${CRUMB_BYTES} bytes; send it in larger ones.`

/**
 * The whole body. Rejects if it is too large, there is no room for it, or the connection ends before it does; what then
 * still comes is read and dropped, and nothing of it is kept.
 */
export function readBody(payload: Readable, about: BodyToRead): ReadBody {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  let isOver = false
  const refuse = (error: unknown) => {
    if (isOver) return
    isOver = true
    body.free()
    held.release()
    reject(error)
  }
  const held = about.budget.open(refuse)
  const body = new BodyBuffer(about.declaredBytes, (bytes) => held.hold(bytes))
  const check = createCheck(payload, about)
  payload.on('data', (piece: Buffer) => {
    waitForShare(payload, about.share.take(piece.length))
    try {
      if (!isOver) check(piece)
      if (!isOver && !about.isDropped) body.add(piece)
      else freeBuffer(piece)
    } catch (error) {
      refuse(error)
    }
  })
  payload.on('error', refuse).on('end', () => {
    isOver = true
    held.arrived()
    resolve(body.content())
  })
  if (about.declaredBytes !== undefined && about.declaredBytes > about.bytesMax) refuse(tooLarge(about))
  return { content: promise, held }
}

/** The sender waits meanwhile. */
function waitForShare(payload: Readable, turn: Promise<void> | undefined): void {
  if (turn === undefined) return
  payload.pause()
  void turn.then(() => payload.resume())
}

/** Throws for the piece with which a body becomes too large, or costs too much. */
function createCheck(payload: Readable, about: BodyToRead): (piece: Buffer) => void {
  let bytes = 0
  return ({ length }) => {
    bytes += length
    if (isInCrumbs(payload)) throw new AppError('invalid_request', IN_CRUMBS)
    if (bytes > about.bytesMax) throw tooLarge(about)
  }
}

function tooLarge(about: BodyToRead): AppError {
  return new AppError('payload_too_large', about.tooLarge)
}
