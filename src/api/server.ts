import { randomUUID } from 'node:crypto'
import { Server as TlsServer } from 'node:tls'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { AppError } from '../domain/errors.ts'
import type { Caller } from '../domain/caller.ts'
import type { Log } from '../log.ts'
import { http } from '../node-http.ts'
import { callerAddress, createProxyTrust } from './caller-address.ts'
import { decodeForeign, isGzip, type ForeignBody } from './foreign-body.ts'
import { decodeJson, hasMoreValuesThan } from './json-body.ts'
import { answerBrokenRequest, fromFramework, refuseTheRest, sendProblem } from './refusals.ts'
import type { Answer, Route, RouteScope } from './route.ts'
import { refuseMightyTokenInPath, takeTokenFromPath } from './token-in-path.ts'
import { createValidatorFactory } from './validator.ts'

/** The deadline for a whole request to arrive: a sender that drips must not hold a connection for ever. */
const REQUEST_MS_MAX = 30_000

/** Node.js takes the longer of its two deadlines for the whole request, and looks only now and then. */
const DEADLINES = { headersTimeout: REQUEST_MS_MAX, connectionsCheckingInterval: 5_000 } as const

/** Values in one body: room for 1,000 alerts with 64 labels each. */
const VALUES_MAX = 100_000

export interface ServerOptions {
  readonly basePath: string
  readonly bodyBytesMax: number
  readonly routes: readonly Route[]
  /** Throws an AppError if the caller may not. */
  readonly authenticate: (request: FastifyRequest, scope: Exclude<RouteScope, null>) => Promise<Caller>
  readonly log: Log
  readonly clock: Pick<Clock, 'monotonic'>
  /** Addresses and CIDRs of the proxies in front whose `X-Forwarded-For` is believed. */
  readonly trustedProxies?: readonly string[]
  /** Set: the listener speaks TLS with these, in PEM. */
  readonly tls?: CertificatePair | null
  /** Of a node that serves hardly anything: the sentence for every other address. */
  readonly nothingElse?: string | undefined
  /** What a browser is shown at an address where nothing ever was; absent: a refusal, as programs get it. */
  readonly lostPage?: (() => Promise<Answer>) | undefined
  /** Called once per request, when its answer has been sent or cannot be any more. */
  readonly onRequestEnd: (fact: RequestFact) => void
}

export interface CertificatePair {
  readonly certificate: string
  readonly key: string
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
  readonly userId: number | undefined
  /** Set: the connection ended before the whole answer was sent. */
  readonly isCutOff?: true
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
  }
  interface FastifyContextConfig {
    route?: Route
  }
}

/** The HTTP edge: routes from the table, one way to read bodies, one way to say no. */
export function createServer(options: ServerOptions): FastifyInstance {
  // Also when the caller hangs up before the answer: what was done for it must not go untold.
  const watchEnd = (request: FastifyRequest, reply: FastifyReply) => {
    const startedAt = options.clock.monotonic()
    reply.raw.once('close', () => {
      const durationMs = options.clock.monotonic() - startedAt
      options.onRequestEnd(describeRequest(request, reply, durationMs))
    })
  }
  const app = fastify({
    logger: false,
    bodyLimit: options.bodyBytesMax,
    requestTimeout: REQUEST_MS_MAX,
    forceCloseConnections: 'idle',
    trustProxy: createProxyTrust(options.trustedProxies ?? []),
    ...(options.tls && { https: toTlsOptions(options.tls) }),
    genReqId: () => randomUUID(),
    // The validator is set below, and answers are written by `sendAnswer`. For compilers of its own the framework would
    // load 2 MB of what nothing here uses.
    schemaController: { compilersFactory: { buildValidator: refuse, buildSerializer: () => refuse } },
    // Ids judge their own length; no part of an address is longer than all headers together may be.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: http.maxHeaderSize },
    rewriteUrl: (request) => takeTokenFromPath(request, stripBasePath(request.url ?? '/', options.basePath)),
    // What Node and the framework refuse by themselves, and in words of their own, is left to us.
    return503OnClosing: false,
    http: { requireHostHeader: false, ...DEADLINES },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      // Hooks are not called for these.
      watchEnd(request, reply)
      sendProblem(fromFramework(error), request, reply)
    },
  })
  app.setValidatorCompiler(createValidatorFactory())
  app.decorateRequest('caller', undefined)
  app.addHook('onRequest', async (request, reply) => void watchEnd(request, reply))
  readBodies(app, options.bodyBytesMax)
  const { lostPage } = options
  refuseTheRest(app, {
    ...options,
    sendLostPage: lostPage && (async (reply) => sendAnswer({ ...(await lostPage()), status: 404 }, reply)),
  })
  for (const route of options.routes) registerRoute(app, route, options)
  return app
}

function refuse(): never {
  throw new Error('the framework has nothing to compile here')
}

/** New connections get this certificate from now on. Only for a server that speaks TLS. */
export function useCertificate({ server }: FastifyInstance, pair: CertificatePair): void {
  if (server instanceof TlsServer) server.setSecureContext(toTlsOptions(pair))
}

/** Whoever connects has so long for the handshake. */
const HANDSHAKE_MS_MAX = 10_000

function toTlsOptions({ certificate, key }: CertificatePair) {
  return {
    cert: certificate,
    key,
    minVersion: 'TLSv1.2',
    ALPNProtocols: ['http/1.1'],
    handshakeTimeout: HANDSHAKE_MS_MAX,
    requireHostHeader: false,
    ...DEADLINES,
  } as const
}

function describeRequest(request: FastifyRequest, reply: FastifyReply, durationMs: number): RequestFact {
  return {
    ...(!reply.raw.writableFinished && { isCutOff: true }),
    requestId: request.id,
    method: request.method,
    route: request.routeOptions.url ?? 'none',
    status: reply.statusCode,
    durationMs: Math.round(durationMs * 10) / 10,
    address: callerAddress(request),
    tokenId: request.caller?.tokenId ?? undefined,
    userId: request.caller?.userId ?? undefined,
  }
}

function registerRoute(app: FastifyInstance, route: Route, options: ServerOptions): void {
  const { params, query, body, scope } = route
  app.route({
    method: route.method,
    url: route.path,
    config: { route },
    schema: { ...(params && { params }), ...(query && { querystring: query }), ...(body && { body }) },
    onRequest: async (request) => {
      if (scope !== null) {
        request.caller = await options.authenticate(request, scope)
        refuseMightyTokenInPath(request.raw, request.caller)
      }
      if (body) refuseEncoded(request)
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
      if (!route.bodyOptional) {
        throw new AppError('invalid_request', 'The request has no body: a JSON body is required.')
      }
      request.body = {}
    },
    handler: async (request, reply) => {
      const answer = await route.handler({
        params: request.params,
        query: request.query,
        body: request.body,
        headers: request.headers,
        caller: request.caller,
        address: callerAddress(request),
        isSecure: request.protocol === 'https',
        host: request.host,
      })
      // What a browser reads in a session is not to be found there after it.
      if (request.caller?.csrfToken) reply.header('cache-control', 'no-store')
      return sendAnswer(answer, reply)
    },
  })
}

function sendAnswer(answer: Answer, reply: FastifyReply): FastifyReply {
  reply.code(answer.status)
  if (answer.headers) reply.headers(answer.headers)
  if (answer.stream) {
    if (reply.request.method !== 'HEAD') return reply.send(answer.stream)
    // Nobody reads it, and there are streams that never end.
    answer.stream.destroy()
    return reply.send()
  }
  if (answer.body === undefined) return reply.send()
  if (typeof answer.body === 'string' || Buffer.isBuffer(answer.body)) return reply.send(answer.body)
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.body))
}

/**
 * Bodies are JSON in valid UTF-8. An empty body counts as none, whatever its declared type; where none is asked for,
 * nobody looks at what came.
 */
function readBodies(app: FastifyInstance, bytesMax: number): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (!takesBody(request)) return undefined
      checkBytes(request, body)
      return isLenient(request) ? decodeForeign(body, describeBody(request, bytesMax)) : decodeJson(body)
    },
  )
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (body.length === 0 || !takesBody(request)) return undefined
    checkBytes(request, body)
    if (isLenient(request)) return decodeForeign(body, describeBody(request, bytesMax))
    const given = request.headers['content-type']
    throw new AppError(
      'unsupported_media_type',
      `The body must be sent as \`Content-Type: application/json\`${given ? `, not ${given.slice(0, 100)}` : ''}.`,
    )
  })
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

function describeBody({ headers }: FastifyRequest, bytesMax: number): ForeignBody {
  return {
    contentType: headers['content-type'],
    contentEncoding: headers['content-encoding'],
    bytesMax,
  }
}

/** RFC 9110, section 15.5.16: a body in a content coding that is not known here. */
function refuseEncoded(request: FastifyRequest): void {
  const coding = request.headers['content-encoding']
  if (isLenient(request) && isGzip(coding)) return
  if (coding === undefined || /^\s*(identity)?\s*$/i.test(coding)) return
  throw new AppError(
    'unsupported_media_type',
    `The body must be sent as it is, without \`Content-Encoding: ${coding.slice(0, 40)}\`.`,
  )
}

function stripBasePath(address: string, basePath: string): string {
  // RFC 9112, section 3.2.2: what is written for a proxy means the same to a server.
  const url = address.replace(/^https?:\/\/[^/?#]*/i, '')
  if (basePath === '') return url
  if (url === basePath) return '/'
  if (url.startsWith(`${basePath}/`) || url.startsWith(`${basePath}?`)) return url.slice(basePath.length)
  return OUTSIDE
}

/** A path that no route has. */
const OUTSIDE = '/outside-the-base-path'
