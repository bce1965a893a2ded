import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { principalKey } from '../../domain/people/principal.ts'
import { AppError } from '../../domain/errors.ts'
import { finish } from '../../domain/steps.ts'
import { type LongWork, BODY_PER_TURN_BYTES_MAX, LoopShare } from '../../runtime/long-work.ts'
import { BodyBudget, BodyBuffer, freeBuffer, type HeldBody } from './body-memory.ts'
import { decodeForeign, isGzip, type ForeignBody, type InTurn } from './foreign-body.ts'
import { decodeJson } from './json-body.ts'
import { CRUMB_BYTES, CRUMBS_MAX, isInCrumbs } from './incoming-request.ts'

const IN_CRUMBS = `The body came in more than ${CRUMBS_MAX} pieces of fewer than ${CRUMB_BYTES} bytes; send it in larger ones.`

const NO_BODY = Buffer.alloc(0)

/** Bytes of a body without a token: ample for names, passwords and codes. */
export const OPEN_BODY_BYTES_MAX = 16 * 1024

/** Larger bodies are decoded one by one, in steps: the largest take some 10 ms. */
const LARGE_BYTES_MIN = 64 * 1024

/** The share of the memory for bodies that senders without a token get. */
const OPEN_SHARE = 1 / 4

const OPEN_TOO_LARGE = `The body is larger than ${OPEN_BODY_BYTES_MAX / 1024} KiB, the limit of addresses that need no token.`
const TOO_LARGE = 'The body is too large; TOCSIN_BODY_SIZE_MAX sets the limit.'

export interface BodyLimits {
  readonly bodyBytesMax: number
  /** The limit of all bodies being read or processed; two always fit. */
  readonly bodiesBytesMax: number
}

declare module 'fastify' {
  interface FastifyRequest {
    heldBody: HeldBody | undefined
  }
}

/**
 * Bodies are JSON in valid UTF-8. An empty body counts as none, whatever its type; a route without a body ignores it.
 */
export function readBodies(app: FastifyInstance, limits: BodyLimits, longWork: Pick<LongWork, 'run'>): void {
  const { bodyBytesMax, bodiesBytesMax } = limits
  const openBytesMax = Math.min(OPEN_BODY_BYTES_MAX, bodyBytesMax)
  const open = {
    bytesMax: openBytesMax,
    tooLarge: OPEN_TOO_LARGE,
    budget: new BodyBudget(Math.max(bodiesBytesMax * OPEN_SHARE, 2 * openBytesMax)),
  }
  const known = {
    bytesMax: bodyBytesMax,
    tooLarge: TOO_LARGE,
    budget: new BodyBudget(Math.max(bodiesBytesMax * (1 - OPEN_SHARE), 2 * bodyBytesMax)),
  }
  const share = new LoopShare(BODY_PER_TURN_BYTES_MAX)
  /** The value, or a promise of it. */
  const decode = (body: Buffer, request: FastifyRequest, isJson: boolean): unknown => {
    const { route, headers, principal } = request
    if (!takesBody(request) || (body.length === 0 && !isJson)) return undefined
    route?.checkBytes?.(body, headers)
    const inTurn: InTurn = (bytes, steps) => {
      if (bytes.length < LARGE_BYTES_MIN) return finish(steps)
      return longWork.run(principal === undefined ? '' : principalKey(principal), steps)
    }
    if (isLenient(request)) return decodeForeign(body, describeBody(request, bodyBytesMax), inTurn)
    if (!isJson) throw notJson(request)
    return inTurn(body, decodeJson(body))
  }
  const parse = (isJson: boolean) => (request: FastifyRequest, payload: Readable, done: BodyParsed) => {
    const { bytesMax, tooLarge, budget } = request.principal === undefined ? open : known
    const [declaredBytes, isDropped] = [declaredBytesOf(request), !takesBody(request)]
    const about = { bytesMax, tooLarge, budget, share, declaredBytes, isDropped }
    request.heldBody = readBody(payload, about, (refusal, body) => {
      if (refusal === null) parseAndFree(body, () => decode(body, request, isJson), done)
      else done(refusal)
    })
  }
  app.decorateRequest('heldBody', undefined)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', parse(true))
  app.addContentTypeParser('*', parse(false))
}

type BodyParsed = (error: Error | null, value?: unknown) => void

/** Frees the memory of the body, then calls back with its value, synchronously if possible. */
function parseAndFree(body: Buffer, parse: () => unknown, done: BodyParsed): void {
  let value: unknown
  try {
    value = parse()
  } catch (error) {
    value = Promise.reject(error as Error)
  }
  if (value instanceof Promise) {
    value.finally(() => freeBuffer(body)).then((parsed) => done(null, parsed), done)
  } else {
    freeBuffer(body)
    done(null, value)
  }
}

function notJson({ headers }: FastifyRequest): AppError {
  const given = headers['content-type']
  return new AppError(
    'unsupported_media_type',
    `The body must be sent as \`Content-Type: application/json\`${given ? `, not ${given.slice(0, 100)}` : ''}.`,
  )
}

/** RFC 9110, section 15.5.16: an unknown content coding. */
export function refuseEncoded(request: FastifyRequest): void {
  const coding = request.headers['content-encoding']
  if (isLenient(request) && isGzip(coding)) return
  if (coding === undefined || ['', 'identity'].includes(coding.trim().toLowerCase())) return
  throw new AppError(
    'unsupported_media_type',
    `The body must be sent as it is, without \`Content-Encoding: ${coding.slice(0, 40)}\`.`,
  )
}

function declaredBytesOf({ headers }: FastifyRequest): number | undefined {
  const declared = headers['content-length']
  return declared === undefined ? undefined : Number(declared)
}

function takesBody({ route }: FastifyRequest): boolean {
  return route?.body !== undefined
}

/** A foreign dialect, whose senders cannot be changed. */
function isLenient({ route }: FastifyRequest): boolean {
  return route?.anyContentType ?? false
}

function describeBody({ headers, heldBody }: FastifyRequest, bytesMax: number): ForeignBody {
  return {
    contentType: headers['content-type'],
    contentEncoding: headers['content-encoding'],
    bytesMax,
    onUnpacked: (bytes) => heldBody?.hold(bytes),
  }
}

interface BodyToRead {
  /** The Content-Length; undefined: chunked. */
  readonly declaredBytes: number | undefined
  readonly bytesMax: number
  readonly tooLarge: string
  readonly budget: BodyBudget
  readonly share: LoopShare
  /** True: the body is counted, and dropped. */
  readonly isDropped: boolean
}

/** Called once. `refusal`: why there is no body; null: complete. */
type BodyRead = (refusal: Error | null, body: Buffer) => void

/**
 * Reads the whole body. Refuses it if it is too large, memory for bodies is used up, or the connection ends
 * early. Returns the reserved memory, which is freed with the response.
 */
function readBody(payload: Readable, about: BodyToRead, done: BodyRead): HeldBody {
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

function waitForShare(payload: Readable, turn: Promise<void> | undefined): void {
  if (turn === undefined) return
  payload.pause()
  void turn.then(() => payload.resume())
}

/** Throws for the piece with which a body becomes too large or costly. */
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
