import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors.ts'
import type { Principal } from '../../domain/people/principal.ts'
import { andThen, type AtOnce } from '../../runtime/at-once.ts'
import { refuseMightyTokenInPath } from '../auth/token-in-path.ts'
import { refuseEncoded } from '../body/request-body.ts'
import type { Route, RouteScope } from '../routes/route.ts'
import { sendResponse } from './send-response.ts'
import { fromFramework } from './refusals.ts'
import type { UnreadResponses } from './unread-responses.ts'

/** Admits requests and their bodies. */
export interface Doorkeeper {
  /** An AppError if the principal may not. */
  readonly authenticate: (request: FastifyRequest, scope: Exclude<RouteScope, null>) => AtOnce<Principal>
  /** Why no body can be taken now; undefined: they can. Asked before a byte of it is read. */
  readonly refuseWhenFull?: (route: Route) => AppError | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | undefined
    /** Where the client is. */
    address: string
    /** The route, once the request has reached it. */
    route: Route | undefined
  }
}

/** Registers one route, from the principal to the response. */
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
    // No hook is an async function: what needs not wait for anything goes through all of them within one tick.
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
    handler: (request, reply) => void respond(route, { request, reply, unread: options.unread }),
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

async function respond(route: Route, { request, reply, unread }: RespondInput): Promise<void> {
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

interface RespondInput {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly unread: UnreadResponses
}
