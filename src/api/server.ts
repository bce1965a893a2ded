import { randomUUID } from 'node:crypto'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { AppError } from '../domain/errors.ts'
import type { Scope, Token } from '../domain/token.ts'
import type { Log } from '../log.ts'
import { decodeJson, hasMoreValuesThan } from './json-body.ts'
import { toAppError, toLegacyProblem, toProblem } from './problem.ts'
import type { Answer, Method, Route } from './route.ts'
import { createValidatorFactory } from './validator.ts'

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The deadline for a whole request to arrive: a sender that drips must not hold a connection for ever. */
const REQUEST_MS_MAX = 30_000

/** Values in one body: room for 1,000 alerts with 64 labels each. */
const VALUES_MAX = 100_000

export interface ServerOptions {
  readonly basePath: string
  readonly bodyBytesMax: number
  readonly routes: readonly Route[]
  /** Throws an AppError if the caller may not. */
  readonly authenticate: (request: FastifyRequest, scope: Scope) => Promise<Token>
  readonly log: Log
  /** Called once per request, when the answer has been sent. */
  readonly onRequestEnd: (fact: RequestFact) => void
}

export interface RequestFact {
  readonly requestId: string
  readonly method: string
  /** The pattern, never the address itself: `/v1/webhooks/:id`. */
  readonly route: string
  readonly status: number
  readonly durationMs: number
  readonly address: string
  readonly tokenId: number | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    callerToken: Token | undefined
  }
  interface FastifyContextConfig {
    route?: Route
  }
}

/** The HTTP edge: routes from the table, one way to read bodies, one way to say no. */
export function createServer(options: ServerOptions): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: options.bodyBytesMax,
    requestTimeout: REQUEST_MS_MAX,
    forceCloseConnections: 'idle',
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    rewriteUrl: (request) => stripBasePath(request.url ?? '/', options.basePath),
    frameworkErrors: (error, request, reply) => {
      sendProblem(fromFastify(error), request, reply)
    },
  })
  app.setValidatorCompiler(createValidatorFactory())
  app.decorateRequest('callerToken', undefined)
  readBodies(app)
  for (const route of options.routes) registerRoute(app, route, options)
  refuseOtherMethods(app, options.routes)
  answerErrors(app, options)
  app.addHook('onResponse', async (request, reply) => {
    options.onRequestEnd({
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
      address: request.ip,
      tokenId: request.callerToken?.id,
    })
  })
  return app
}

function registerRoute(app: FastifyInstance, route: Route, options: ServerOptions): void {
  const { params, query, body, scope } = route
  app.route({
    method: route.method,
    url: route.path,
    config: { route },
    schema: { ...(params && { params }), ...(query && { querystring: query }), ...(body && { body }) },
    onRequest: async (request) => {
      if (scope !== null) request.callerToken = await options.authenticate(request, scope)
    },
    preValidation: async (request) => {
      if (!body) return
      if (hasMoreValuesThan(request.body, VALUES_MAX)) {
        throw new AppError(
          'payload_too_large',
          `The body has more than ${VALUES_MAX} values; send it in parts.`,
        )
      }
      if (request.body !== undefined) return
      if (!route.bodyOptional) throw new AppError('invalid_request', 'A JSON body is required.')
      request.body = {}
    },
    handler: async (request, reply) => {
      const answer = await route.handler({
        params: request.params,
        query: request.query,
        body: request.body,
        headers: request.headers,
        token: request.callerToken,
      })
      return sendAnswer(answer, reply)
    },
  })
}

function sendAnswer(answer: Answer, reply: FastifyReply): FastifyReply {
  reply.code(answer.status)
  if (answer.headers) reply.headers(answer.headers)
  if (answer.stream) return reply.send(answer.stream)
  if (answer.body === undefined) return reply.send()
  if (typeof answer.body === 'string' || Buffer.isBuffer(answer.body)) return reply.send(answer.body)
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.body))
}

/** Bodies are JSON in valid UTF-8. An empty body counts as none, whatever its declared type. */
function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => decodeJson(body),
  )
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (body.length === 0) return undefined
    if (request.routeOptions.config.route?.anyContentType) return decodeJson(body)
    const given = request.headers['content-type']
    throw new AppError(
      'unsupported_media_type',
      `The body must be sent as \`Content-Type: application/json\`${given ? `, not ${given.slice(0, 100)}` : ''}.`,
    )
  })
}

/** A known path with another method is 405 with `Allow`, not 404. */
function refuseOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
  const allowed = Map.groupBy(routes, ({ path }) => path)
  for (const [url, known] of allowed) {
    const methods = known.map(({ method }) => method)
    const allow = methods.includes('GET') ? ['HEAD', ...methods] : methods
    app.route({
      method: METHODS.filter((method) => !methods.includes(method)),
      url,
      onRequest: async (request, reply) => {
        reply.header('allow', allow.join(', '))
        throw new AppError(
          'method_not_allowed',
          `${request.method} is not possible here; allowed: ${allow.join(', ')}.`,
        )
      },
      handler: async () => undefined,
    })
  }
}

function answerErrors(app: FastifyInstance, { log }: ServerOptions): void {
  app.setErrorHandler((error, request, reply) => {
    const appError = fromFastify(error)
    if (appError.code === 'internal') {
      log.error(
        { requestId: request.id, route: request.routeOptions.url, error: appError.cause },
        'request.failed',
      )
    }
    return sendProblem(appError, request, reply)
  })
  app.setNotFoundHandler((request, reply) => sendProblem(explainNotFound(request.url), request, reply))
}

function explainNotFound(url: string): AppError {
  const version = /^\/api\/([^/?]+)/.exec(url)?.[1]
  if (version !== undefined && version !== 'v6' && version !== 'v15') {
    return new AppError(
      'not_found',
      `The interface has the versions v6 and v15, not ${version.slice(0, 40)}.`,
    )
  }
  return new AppError('not_found', 'There is nothing at this address; /docs describes what there is.')
}

function sendProblem(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = request.url.startsWith('/api/') ? toLegacyProblem(error) : toProblem(error)
  if (error.retryAfterMs !== undefined)
    reply.header('retry-after', String(Math.max(1, Math.ceil(error.retryAfterMs / 1000))))
  if (error.code === 'unauthorized') reply.header('www-authenticate', 'Bearer realm="tocsin"')
  return reply
    .code(problem.status)
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem))
}

/** The framework's own refusals, in our words. */
function fromFastify(thrown: unknown): AppError {
  const code = (thrown as { readonly code?: unknown } | undefined)?.code
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('payload_too_large', 'The body is too large; TOCSIN_BODY_SIZE_MAX sets the limit.')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
      return new AppError(
        'unsupported_media_type',
        'The body must be sent as `Content-Type: application/json`.',
      )
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AppError('invalid_request', 'The body is not as long as Content-Length says.')
    case 'FST_ERR_BAD_URL':
      return new AppError(
        'invalid_request',
        'The address is not valid: a percent sign must be followed by two hex digits.',
      )
    case 'FST_ERR_MAX_PARAM_LENGTH_EXCEEDED':
      return new AppError('not_found', 'There is nothing at this address: a part of it is too long.')
    default:
      return toAppError(thrown)
  }
}

function stripBasePath(url: string, basePath: string): string {
  if (basePath === '') return url
  if (url === basePath) return '/'
  if (url.startsWith(`${basePath}/`) || url.startsWith(`${basePath}?`)) return url.slice(basePath.length)
  return '/outside-the-base-path'
}
