import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors.ts'
import type { Principal } from '../../domain/people/principal.ts'
import { andThen, type AtOnce } from '../auth/authenticate.ts'
import type { LoopShare } from '../../runtime/long-work.ts'
import { refuseMightyTokenInPath } from '../auth/credentials.ts'
import { refuseEncoded } from '../body/request-body.ts'
import type { Route, RouteResponse, RouteScope } from '../routes/route.ts'
import { fromFramework } from './refusals.ts'
import type { UnreadResponses } from './unread-responses.ts'

export interface Doorkeeper {
  /** Throws an AppError if the client may not. */
  readonly authenticate: (request: FastifyRequest, scope: Exclude<RouteScope, null>) => AtOnce<Principal>
  /** Returns why no body is accepted now, before a byte is read; undefined: they are. */
  readonly refuseWhenFull?: (route: Route) => AppError | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | undefined
    address: string
    /** Set once the request has reached its route. */
    route: Route | undefined
  }
}

/** Registers a route, from the principal to the response. */
export function registerRoute(
  app: FastifyInstance,
  route: Route,
  options: Doorkeeper & { readonly unread: UnreadResponses },
): void {
  const { params, query, body, scope, bodyOptional = false } = route
  app.route({
    method: route.method,
    url: route.path,
    schema: { ...(params && { params }), ...(query && { querystring: query }), ...(body && { body }) },
    // Hooks are not async, so that a request passes them within one tick if possible.
    onRequest: (request, _reply, done) => {
      request.route = route
      const principal = scope === null ? undefined : options.authenticate(request, scope)
      const admitted = andThen(principal, (known) => {
        request.principal = known
        if (known) refuseMightyTokenInPath(request.raw, known)
        if (!body) return
        refuseEncoded(request)
        const refusal = options.refuseWhenFull?.(route)
        if (refusal !== undefined) throw refusal
      })
      if (admitted instanceof Promise) admitted.then(() => done(), done)
      else done()
    },
    ...(body && { preValidation: bodyOptional ? assumeBody : requireBody }),
    handler: (request, reply) => void respond(route, request, reply, options.unread),
  })
}

function requireBody(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  if (request.body !== undefined) done()
  else done(new AppError('invalid_request', 'The request has no body: a JSON body is required.'))
}

function assumeBody(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  // `null` is a body.
  if (request.body === undefined) request.body = {}
  done()
}

async function respond(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  unread: UnreadResponses,
): Promise<void> {
  try {
    const response = await route.handler({
      params: request.params,
      query: request.query,
      body: request.body,
      headers: request.headers,
      principal: request.principal,
      address: request.address,
      isSecure: request.protocol === 'https',
      host: request.host,
    })
    sendResponse(response, reply, unread)
  } catch (error) {
    reply.send(fromFramework(error))
  }
}

/**
 * Larger responses are sent in such pieces, each after the one before is taken: so slow clients differ from stalled
 * ones, and only one piece is encrypted ahead.
 */
export const PIECE_BYTES = 64 * 1024

export function sendResponse(
  response: RouteResponse,
  reply: FastifyReply,
  unread: UnreadResponses,
): FastifyReply {
  reply.code(response.status)
  if (response.headers) reply.headers(response.headers)
  reply.header('x-content-type-options', 'nosniff')
  // Responses to principals must not be cached.
  if (reply.request.principal && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  const { body, stream } = response
  if (stream) return sendStream(stream, 0, reply, unread)
  if (body === undefined) return sendWhole(undefined, 0, reply, unread)
  // Buffers are files, held once for all.
  if (Buffer.isBuffer(body)) return sendBytes(body, 0, reply, unread)
  if (typeof body === 'string') return sendText(body, reply, unread)
  return sendText(JSON.stringify(body), reply.type('application/json; charset=utf-8'), unread)
}

function sendText(text: string, reply: FastifyReply, unread: UnreadResponses): FastifyReply {
  // Buffers are outside the heap while they wait.
  if (text.length > PIECE_BYTES) return sendBytes(Buffer.from(text), text.length, reply, unread)
  return sendWhole(text, text.length, reply, unread)
}

function sendWhole(
  content: string | Buffer | undefined,
  ownBytes: number,
  reply: FastifyReply,
  unread: UnreadResponses,
): FastifyReply {
  reply.send(content)
  unread.watch(reply.raw, ownBytes)
  return reply
}

/** `ownBytes`: bytes held for this response alone. */
function sendBytes(
  bytes: Buffer,
  ownBytes: number,
  reply: FastifyReply,
  unread: UnreadResponses,
): FastifyReply {
  // The framework sends only the length in a response to HEAD.
  const isHead = reply.request.method === 'HEAD'
  if (isHead || bytes.length <= PIECE_BYTES) return sendWhole(bytes, ownBytes, reply, unread)
  reply.header('content-length', bytes.length)
  const pieces = Readable.from(piecesOf(bytes, unread.share), { objectMode: false })
  return sendStream(pieces, ownBytes, reply, unread)
}

async function* piecesOf(bytes: Buffer, share: LoopShare): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    await share.take(PIECE_BYTES)
    yield bytes.subarray(start, start + PIECE_BYTES)
  }
}

function sendStream(
  stream: Readable,
  ownBytes: number,
  reply: FastifyReply,
  unread: UnreadResponses,
): FastifyReply {
  if (reply.request.method === 'HEAD') {
    // Nobody reads it, and some streams never end.
    stream.destroy()
    return sendWhole(undefined, 0, reply, unread)
  }
  unread.watchStream(reply.raw, ownBytes)
  return reply.send(stream)
}
