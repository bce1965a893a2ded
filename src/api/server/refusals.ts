import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors.ts'
import type { Log } from '../../telemetry/log.ts'
import { http } from '../../runtime/inner/node-http.ts'
import { explainUnknownIntake, isLostBrowser } from './not-found.ts'
import { logRefusedReport, STATUS_OF, toAppError, toLegacyProblem, toProblem } from '../routes/problem.ts'
import { refuseBrokenHead } from '../body/incoming-request.ts'
import type { Route } from '../routes/route.ts'
import type { UnreadResponses } from './unread-responses.ts'

const STOPPING_RETRY_MS = 1_000

/** The default `Retry-After` of `unavailable`. */
const DEFAULT_RETRY_MS = 5_000

export interface RefusalOptions {
  readonly routes: readonly Pick<Route, 'method' | 'path'>[]
  readonly basePath: string
  readonly log: Log
  readonly unread: UnreadResponses
  /** The refusal of all other addresses on a node that serves little. */
  readonly nothingElse?: AppError | undefined
  /** Sends a page to a browser that followed a wrong link. */
  readonly sendLostPage?: ((reply: FastifyReply) => Promise<FastifyReply>) | undefined
}

/**
 * Refuses everything that no route handles, in one form: unknown addresses and methods, requests during the stop, and
 * anything thrown. Call it before routes are added.
 */
export function refuseTheRest(app: FastifyInstance, options: RefusalOptions): void {
  const paths = pathsOf(options.routes)
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (isStopping) throw stopping(reply)
    refuseBrokenHead(request.raw)
    if (!request.is404) return done()
    // Before the body: nothing reads it.
    sendNotFound(request, reply, { ...options, paths }).then(() => done(), done)
  })
  // Unknown expectations may be ignored (RFC 9110, section 10.1.1).
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    app.server.emit('request', request, response),
  )
  app.setErrorHandler((error, request, reply) => {
    const refusal = fromFramework(error)
    if (refusal.code === 'internal') {
      const route = request.routeOptions.url
      options.log.error({ requestId: request.id, route, error: refusal.cause }, 'request.failed')
    }
    logIfReport(request, refusal, options.log)
    // Keeps the connection: most clients read the response only after sending the body, and would see a broken
    // connection. The rest of the body is dropped, for as long as a request may take.
    const mayStay = !isStopping && reply.raw.shouldKeepAlive
    if (mayStay && reply.hasHeader('connection')) reply.header('connection', 'keep-alive')
    return sendProblem(refusal, { request, reply, unread: options.unread })
  })
}

const OF_THE_PRINCIPAL: ReadonlySet<string> = new Set(['invalid_request', 'payload_too_large'])

function logIfReport({ route }: FastifyRequest, error: AppError, log: Pick<Log, 'warn'>): void {
  if (route?.scope !== 'events:write' || !OF_THE_PRINCIPAL.has(error.code)) return
  const issues = error.issues.map(({ path, message }) => `${path}: ${message}`).join('; ')
  logRefusedReport(log, route.path, issues === '' ? error.message : issues)
}

/** Sends a problem document; under /api/ with the members of v6 and v15. */
export function sendProblem(
  error: AppError,
  {
    request,
    reply,
    unread,
  }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly unread: UnreadResponses },
): FastifyReply {
  const problem = request.url.startsWith('/api/') ? toLegacyProblem(error) : toProblem(error)
  const retryAfterMs = error.retryAfterMs ?? (error.code === 'unavailable' ? DEFAULT_RETRY_MS : undefined)
  if (retryAfterMs !== undefined)
    reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterMs / 1000))))
  if (error.code === 'unauthorized') reply.header('www-authenticate', 'Bearer realm="tocsin"')
  const text = JSON.stringify(problem)
  reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('application/problem+json; charset=utf-8')
    .send(text)
  unread.watch(reply.raw, text.length)
  return reply
}

/** Refuses a malformed, too large or too slow request. */
export function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  // The response to `Connection: close` goes first; later bytes are dropped.
  if (error.code === 'HPE_CLOSED_CONNECTION') return
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const body = JSON.stringify(toProblem(explainBroken(error)))
    const status = STATUS_OF[explainBroken(error).code]
    socket.write(
      [
        `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`,
        'Content-Type: application/problem+json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Cache-Control: no-store',
        'X-Content-Type-Options: nosniff',
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    )
  }
  socket.destroy()
}

function explainBroken({ code }: NodeJS.ErrnoException): AppError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new AppError('headers_too_large', 'The address and headers together are larger than 16 KiB.')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError('request_timeout', 'The request did not arrive in time; send it in one go.')
    default:
      return new AppError('invalid_request', 'This is not a request in HTTP/1.1 (RFC 9112).')
  }
}

/** Returns the framework's own refusals in our words. */
export function fromFramework(thrown: unknown): AppError {
  const code = (thrown as { readonly code?: unknown } | undefined)?.code
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
      return new AppError(
        'unsupported_media_type',
        'The body must be sent as `Content-Type: application/json`.',
      )
    case 'FST_ERR_BAD_URL':
      return new AppError(
        'invalid_request',
        'The address is not valid: a percent sign must begin an encoded byte, and the bytes must be UTF-8.',
      )
    // The client left during its body: no fault of the service.
    case 'ECONNRESET':
      return new AppError('invalid_request', 'The connection ended before the body did.')
    default:
      return toAppError(thrown)
  }
}

interface KnownPath {
  readonly path: string
  readonly pattern: RegExp
  readonly methods: readonly string[]
}

function pathsOf(routes: RefusalOptions['routes']): readonly KnownPath[] {
  return [...Map.groupBy(routes, ({ path }) => path)].map(([path, known]) => {
    const methods = known.map(({ method }) => method)
    return {
      path,
      pattern: toPattern(path),
      methods: methods.includes('GET') ? ['HEAD', ...methods] : methods,
    }
  })
}

/** Ignores a trailing slash. */
function toPattern(path: string): RegExp {
  const inner = path.replace(/\/$/, '').replaceAll('.', '\\.')
  return new RegExp(`^${inner.replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}/?$`)
}

interface NotFoundOptions extends RefusalOptions {
  readonly paths: readonly KnownPath[]
}

async function sendNotFound(
  request: FastifyRequest,
  reply: FastifyReply,
  options: NotFoundOptions,
): Promise<FastifyReply> {
  const { sendLostPage, paths } = options
  if (sendLostPage !== undefined && isLostBrowser(request, paths)) return sendLostPage(reply)
  throw explainNotFound(request, reply, options)
}

/** A known path with another method is 405 with `Allow`. */
function explainNotFound(
  { url, method }: FastifyRequest,
  reply: FastifyReply,
  { paths, basePath, nothingElse }: NotFoundOptions,
): AppError {
  const path = url.replace(/\?.*$/s, '')
  const methods = new Set(paths.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))
  if (methods.size > 0) {
    const allow = [...methods].join(', ')
    reply.header('allow', allow)
    return new AppError('method_not_allowed', `${method} is not possible here; allowed: ${allow}.`)
  }
  if (nothingElse !== undefined) return nothingElse
  const version = /^\/api\/([^/]+)/.exec(path)?.[1]
  if (version !== undefined && !['v6', 'v15', 'token'].includes(version)) {
    return new AppError(
      'not_found',
      `The interface has the versions v6 and v15, not ${version.slice(0, 40)}.`,
    )
  }
  if (/^\/intake(?:\/|$)/.test(path)) {
    return explainUnknownIntake(path, intakeAddresses(paths), basePath)
  }
  return new AppError(
    'not_found',
    `There is nothing at this address; ${basePath}/docs describes what there is.`,
  )
}

function intakeAddresses(paths: readonly KnownPath[]): readonly string[] {
  return paths
    .filter(({ path, methods }) => path.startsWith('/intake/') && methods.includes('POST'))
    .map(({ path }) => path)
}

function stopping(reply: FastifyReply): AppError {
  reply.header('connection', 'close')
  return new AppError('unavailable', 'The service is stopping; nothing was taken in. Send it again.', {
    retryAfterMs: STOPPING_RETRY_MS,
  })
}
