import type { FastifyInstance } from 'fastify'
import { AppError } from '../../domain/errors.ts'
import { waitingRoutes } from '../routes/probes.ts'
import { createServer, type ServerOptions } from './server.ts'

interface WaitingServerOptions extends Pick<
  ServerOptions,
  'basePath' | 'limits' | 'log' | 'clock' | 'chance' | 'longWork' | 'tls' | 'trustedProxies'
> {
  /** The reason for waiting, in a sentence for everybody. */
  readonly because: () => string
}

const RETRY_AFTER_MS = 5_000

const NOT_YET = new AppError(
  'unavailable',
  'The service is starting and waits for its database (/readyz says why); nothing was taken in. Send it again.',
  { retryAfterMs: RETRY_AFTER_MS },
)

/** Serves until the service can run: probes see that the process lives, and senders get a `Retry-After`. */
export function createWaitingServer({ because, ...options }: WaitingServerOptions): FastifyInstance {
  return createServer({
    ...options,
    routes: waitingRoutes(because),
    nothingElse: NOT_YET,
    authenticate: () => Promise.reject(NOT_YET),
    onRequestEnd: () => undefined,
  })
}
