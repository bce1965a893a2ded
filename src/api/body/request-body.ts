import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerKey } from '../../domain/people/caller.ts'
import { AppError } from '../../domain/errors.ts'
import { finish, type Steps } from '../../domain/steps.ts'
import type { LongWork } from '../../runtime/long-work.ts'
import { BodyBudget } from './body-budget.ts'
import { decodeForeign, isGzip, type ForeignBody, type InTurn } from './foreign-body.ts'
import { freeBuffer } from './free-buffer.ts'
import { decodeJson } from './json-body.ts'
import { BODY_BYTES_PER_TURN_MAX, LoopShare } from '../../runtime/loop-share.ts'
import { readBody, type ReadBody } from './read-body.ts'

/** Bytes of a body where no token is asked for: names, passwords and codes fit many times over. */
export const OPEN_BODY_BYTES_MAX = 16 * 1024

/** Larger ones are made into values one after the other, in pieces: the largest take some ten milliseconds. */
const LARGE_BYTES_MIN = 64 * 1024

/** Of the room for bodies, what senders have who need no token; the rest is for those whose token is good. */
const OPEN_SHARE = 1 / 4

const OPEN_TOO_LARGE = `The body is larger than ${OPEN_BODY_BYTES_MAX / 1024} KiB, the limit of addresses that need no token.`
const TOO_LARGE = 'The body is too large; TOCSIN_BODY_SIZE_MAX sets the limit.'

export interface BodyLimits {
  /** Of one body. */
  readonly bodyBytesMax: number
  /** Of all bodies that are being read or worked on; there is always room for two. */
  readonly bodiesBytesMax: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The room of its body, while it has one. */
    heldBody: ReadBody['held'] | undefined
  }
}

/**
 * Bodies are JSON in valid UTF-8. An empty body counts as none, whatever its declared type; where none is asked for,
 * nobody looks at what came.
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
  const share = new LoopShare(BODY_BYTES_PER_TURN_MAX)
  const read = (request: FastifyRequest, payload: Readable) => {
    const { content, held } = readBody(payload, {
      ...(request.caller === undefined ? open : known),
      share,
      declaredBytes: declaredBytesOf(request),
      isDropped: !takesBody(request),
    })
    request.heldBody = held
    return content
  }
  const decode = (bytes: Buffer, { caller }: FastifyRequest, steps: Steps<unknown>) => {
    if (bytes.length < LARGE_BYTES_MIN) return finish(steps)
    return longWork.run(caller === undefined ? '' : callerKey(caller), steps)
  }
  app.decorateRequest('heldBody', undefined)
  app.removeAllContentTypeParsers()
  const parse = (isJson: boolean) => async (request: FastifyRequest, payload: Readable) => {
    const body = await read(request, payload)
    try {
      if (!takesBody(request) || (body.length === 0 && !isJson)) return undefined
      checkBytes(request, body)
      const inTurn: InTurn = (bytes, steps) => decode(bytes, request, steps)
      if (isLenient(request)) return await decodeForeign(body, describeBody(request, bodyBytesMax), inTurn)
      if (!isJson) throw notJson(request)
      return await inTurn(body, decodeJson(body))
    } finally {
      freeBuffer(body)
    }
  }
  app.addContentTypeParser('application/json', parse(true))
  app.addContentTypeParser('*', parse(false))
}

function notJson({ headers }: FastifyRequest): AppError {
  const given = headers['content-type']
  return new AppError(
    'unsupported_media_type',
    `The body must be sent as \`Content-Type: application/json\`${given ? `, not ${given.slice(0, 100)}` : ''}.`,
  )
}

/** RFC 9110, section 15.5.16: a body in a content coding that is not known here. */
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

function takesBody(request: FastifyRequest): boolean {
  return request.routeOptions.config.route?.body !== undefined
}

function checkBytes(request: FastifyRequest, body: Buffer): void {
  request.routeOptions.config.route?.checkBytes?.(body, request.headers)
}

/** A dialect of others, whose senders are not to be taught. */
function isLenient(request: FastifyRequest): boolean {
  return request.routeOptions.config.route?.anyContentType ?? false
}

function describeBody({ headers, heldBody }: FastifyRequest, bytesMax: number): ForeignBody {
  return {
    contentType: headers['content-type'],
    contentEncoding: headers['content-encoding'],
    bytesMax,
    onUnpacked: (bytes) => heldBody?.hold(bytes),
  }
}
