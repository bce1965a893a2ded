import { type Socket, isIPv4 } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Chance, Clock } from '../../runtime/clock.ts'
import { AppError } from '../../domain/errors.ts'
import type { RequestFact } from '../../telemetry/facts.ts'
import type { Log } from '../../telemetry/log.ts'
import type { LongWork } from '../../runtime/long-work.ts'
import { http } from '../../runtime/inner/node-http.ts'
import { type Doorkeeper, registerRoute, sendResponse } from './register-route.ts'
import type { ConnectionEnd, EndedConnection } from './connections.ts'
import { endConnection, limitConnections, PipelinedRequests } from './connections.ts'
import { DroppedBodies, IncomingRequest, stripBasePath } from '../body/incoming-request.ts'
import { refuseBrokenRequest, fromFramework, refuseTheRest, sendProblem } from './refusals.ts'
import { readBodies } from '../body/request-body.ts'
import type { Route, RouteResponse } from '../routes/route.ts'
import { toTlsOptions, type CertificatePair } from './tls-listener.ts'
import { takeTokenFromPath } from '../auth/credentials.ts'
import { STALLED_MS_MAX, UnreadResponses } from './unread-responses.ts'
import { createValidatorFactory } from '../routes/validator.ts'
import ipaddr from 'ipaddr.js'
import { createAddressMatcher } from '../../domain/target/target-list.ts'

/** Trusted proxies of one request. In a longer `X-Forwarded-For`, the address before them counts as the client. */
export const PROXIES_MAX = 16

/** The deadline for a whole request to arrive, against slow senders. */
export const REQUEST_MS_MAX = 30_000

/** The time for which an idle connection stays open: longer than the minute of proxies. */
export const IDLE_MS_MAX = 72_000

/**
 * Parsers kept for new connections, 10 KB each: after a storm, Node.js's default of 1,000 would leave 10 MB scattered
 * over the heap, never freed.
 */
const IDLE_PARSERS_MAX = 32

/** Options of each connection. One piece of an unread body is read ahead. */
export const SOCKET_OPTIONS = { allowHalfOpen: true, noDelay: true, highWaterMark: 16 * 1024 } as const

const REQUEST_OPTIONS = {
  IncomingMessage: IncomingRequest,
  requireHostHeader: false,
  highWaterMark: SOCKET_OPTIONS.highWaterMark,
  // Node.js uses the longer of both deadlines for the whole request, and checks at intervals.
  headersTimeout: REQUEST_MS_MAX,
  connectionsCheckingInterval: 5_000,
} as const

export interface ServerOptions extends Doorkeeper {
  readonly basePath: string
  readonly limits: ServerLimits
  readonly routes: readonly Route[]
  readonly log: Log
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  readonly chance: Pick<Chance, 'uuid'>
  readonly longWork: Pick<LongWork, 'run'>
  /** Addresses and CIDRs of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies?: readonly string[]
  /** Set: the listener uses TLS with these, in PEM. */
  readonly tls?: CertificatePair | null
  /** The time for which browsers must use TLS for this host; 0: no such header. Only with `tls`. */
  readonly strictTransportMs?: number
  readonly nothingElse?: AppError | undefined
  /** The page for browsers at unknown addresses; absent: a refusal. */
  readonly lostPage?: (() => Promise<RouteResponse>) | undefined
  /** Called once per request, after its response was sent or cannot be. */
  readonly onRequestEnd: (fact: RequestFact) => void
  /** Called for each connection that a limit ended or refused. */
  readonly onConnectionEnd?: (ended: EndedConnection) => void
}

export interface ServerLimits {
  readonly connectionsMax: number
  readonly bodyBytesMax: number
  /** The limit of all bodies being read or processed. */
  readonly bodiesBytesMax: number
  /** The limit of all responses that clients have not taken yet. */
  readonly unreadBytesMax: number
  /** The time for which a client may take nothing of its response; default STALLED_MS_MAX. */
  readonly stalledMsMax?: number
}

/** Creates the HTTP server: routes from the table, one way to read bodies, one form of refusals. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { limits, clock, onConnectionEnd = () => undefined } = options
  const report = (reason: ConnectionEnd, { remoteAddress: address }: Socket) =>
    onConnectionEnd({ reason, address })
  const { unreadBytesMax: bytesMax, stalledMsMax = STALLED_MS_MAX } = limits
  const unread = new UnreadResponses({ bytesMax, stalledMsMax, onCutOff: report })
  const begin = createBeginning(options, report)
  http.setMaxIdleHTTPParsers(IDLE_PARSERS_MAX)
  const app = fastify({
    logger: false,
    requestTimeout: REQUEST_MS_MAX,
    keepAliveTimeout: IDLE_MS_MAX,
    forceCloseConnections: 'idle',
    trustProxy: createProxyTrust(options.trustedProxies ?? []),
    ...(options.tls && { https: { ...toTlsOptions(options.tls), ...REQUEST_OPTIONS } }),
    genReqId: () => options.chance.uuid(),
    // Ours replace the framework's compilers, which would load 2 MB.
    schemaController: { compilersFactory: { buildValidator: refuse, buildSerializer: () => refuse } },
    // Ids check their own length; headers bound the rest.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: http.maxHeaderSize },
    rewriteUrl: (request) =>
      takeTokenFromPath(request, stripBasePath(withSingleSlashes(request.url ?? '/'), options.basePath)),
    // Refusals of Node.js and the framework are replaced by ours.
    return503OnClosing: false,
    http: REQUEST_OPTIONS,
    clientErrorHandler: refuseBrokenRequest,
    frameworkErrors: (error, request, reply) =>
      // Hooks are not called for these.
      begin(request, reply, () => void sendProblem(fromFramework(error), { request, reply, unread })),
  })
  limitConnections(app.server, limits.connectionsMax, clock, onConnectionEnd)
  app.setValidatorCompiler(createValidatorFactory())
  app.decorateRequest('principal', undefined)
  app.decorateRequest('address', '')
  app.decorateRequest('route', undefined)
  app.addHook('onRequest', begin)
  readBodies(app, limits, options.longWork)
  const { lostPage } = options
  refuseTheRest(app, {
    ...options,
    unread,
    sendLostPage:
      lostPage && (async (reply) => sendResponse({ ...(await lostPage()), status: 404 }, reply, unread)),
  })
  for (const route of options.routes) registerRoute(app, route, { ...options, unread })
  return app
}

/** Drops repeated slashes, frequent in addresses joined by hand. */
function withSingleSlashes(url: string): string {
  if (!url.startsWith('/') || !url.includes('//')) return url
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  return path.replaceAll(/\/{2,}/g, '/') + url.slice(path.length)
}

function refuse(): never {
  throw new Error('the framework has nothing to compile here')
}

/** Runs before every request: waits for earlier requests of the connection, and reports its end. */
function createBeginning(
  options: ServerOptions,
  report: (reason: ConnectionEnd, socket: Socket) => void,
): (request: FastifyRequest, reply: FastifyReply, begun: () => void) => void {
  const pipelined = new PipelinedRequests((socket) => {
    report('pipelined', socket)
    endConnection(socket)
  })
  const dropped = new DroppedBodies(options.clock)
  const { tls, strictTransportMs = 0 } = options
  const transport = tls && strictTransportMs > 0 && `max-age=${Math.floor(strictTransportMs / 1000)}`
  return (request, reply, begun) => {
    const { socket } = request.raw
    pipelined.take(socket, () => {
      const startedAt = options.clock.monotonic()
      request.address = clientAddress(request)
      // Logged also if the client hangs up first: the work was done.
      reply.raw.once('close', () => {
        request.heldBody?.release()
        const durationMs = options.clock.monotonic() - startedAt
        options.onRequestEnd(describeRequest(request, reply, durationMs))
        dropped.limit(request)
        pipelined.leave(socket)
      })
      if (transport) reply.header('strict-transport-security', transport)
      begun()
    })
  }
}

function describeRequest(request: FastifyRequest, reply: FastifyReply, durationMs: number): RequestFact {
  return {
    ...(!reply.raw.writableFinished && { isCutOff: true }),
    requestId: request.id,
    method: request.method,
    route: request.routeOptions.url ?? 'none',
    status: reply.statusCode,
    durationMs: Math.round(durationMs * 10) / 10,
    address: request.address,
    tokenId: request.principal?.tokenId ?? undefined,
    userId: request.principal?.userId ?? undefined,
  }
}

/**
 * Decides whose `X-Forwarded-For` is trusted: from the other end of the connection back through the header; the first
 * untrusted address is the client.
 */
export function createProxyTrust(
  proxies: readonly string[],
): false | ((address: string, hop: number) => boolean) {
  if (proxies.length === 0) return false
  const isTrusted = createAddressMatcher(proxies)
  return (address, hop) => hop < PROXIES_MAX && isTrusted(toAddress(address) ?? '')
}

/**
 * Returns the client's address in its one spelling: without a proxy's port, IPv4 as IPv4. An invalid one from a proxy
 * counts as the proxy itself.
 */
export function clientAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return toAddress(ip) ?? toAddress(socket.remoteAddress) ?? ''
}

function toAddress(text: string | undefined): string | undefined {
  // The usual case; called several times per request.
  if (text !== undefined && isIPv4(text)) return text
  const [, bracketed, withPort] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text ?? '') ?? []
  const bare = bracketed ?? withPort ?? text ?? ''
  const isLiteral = ipaddr.IPv4.isValidFourPartDecimal(bare) || (bare.includes(':') && ipaddr.isValid(bare))
  return isLiteral ? ipaddr.process(bare).toString() : undefined
}
