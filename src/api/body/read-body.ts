import type { Readable } from 'node:stream'
import { AppError } from '../../domain/errors.ts'
import type { BodyBudget, HeldBody } from './body-budget.ts'
import { BodyBuffer } from './body-buffer.ts'
import { freeBuffer } from './free-buffer.ts'
import { CRUMB_BYTES, CRUMBS_MAX, isInCrumbs } from './incoming-request.ts'
import type { LoopShare } from '../../runtime/loop-share.ts'

export interface BodyToRead {
  /** The Content-Length; undefined: the body comes in chunks. */
  readonly declaredBytes: number | undefined
  readonly bytesMax: number
  /** The message about a larger body. */
  readonly tooLarge: string
  readonly budget: BodyBudget
  readonly share: LoopShare
  /** True: the body is counted, and dropped. */
  readonly isDropped: boolean
}

const IN_CRUMBS = `The body came in more than ${CRUMBS_MAX} pieces of fewer than ${CRUMB_BYTES} bytes; send it in larger ones.`

/** Called once: `refusal` says why there is no body; null: it is whole. */
export type BodyRead = (refusal: Error | null, body: Buffer) => void

const NO_BODY = Buffer.alloc(0)

/**
 * Reads the whole body. Refuses it if it is too large, if the memory for bodies is used up, or if the connection ends
 * before it does; the rest is then read and dropped. Returns the reserved memory, which is freed with the response.
 */
export function readBody(payload: Readable, about: BodyToRead, done: BodyRead): HeldBody {
  let isOver = false
  const refuse = (error: Error) => {
    if (isOver) return
    isOver = true
    body.free()
    held.release()
    done(error, NO_BODY)
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
      refuse(error as Error)
    }
  })
  payload.on('error', refuse).on('end', () => {
    if (isOver) return
    isOver = true
    held.arrived()
    done(null, body.content())
  })
  if (about.declaredBytes !== undefined && about.declaredBytes > about.bytesMax) refuse(tooLarge(about))
  return held
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
