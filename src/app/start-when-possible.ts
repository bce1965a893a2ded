import type { FastifyInstance } from 'fastify'
import { memoryShares } from '../api/server/memory-shares.ts'
import { createWaitingServer } from '../api/server/waiting-server.ts'
import { createApp, type App, type AppOptions } from './app.ts'
import { systemChance, systemClock, type Clock } from '../runtime/clock.ts'
import { AppError } from '../domain/errors.ts'
import type { Monotonic } from '../domain/instant.ts'
import { LongWork } from '../runtime/long-work.ts'
import { MemoryGuard } from '../monitoring/memory-guard.ts'
import { readCertificate } from '../housekeeping/watch-certificate.ts'

export interface StartOptions {
  /** The app sees these options only. */
  readonly app: AppOptions
  /** Ends the waiting. */
  readonly stopping: AbortSignal
  /** Called for each try that opened the database: only the first knows what a first start made. */
  readonly onMade?: (app: App) => void
  /** Called when waiting begins, with reason and address, and when the reason changes. */
  readonly onWaiting?: (because: string, address: string) => void
}

export interface StartedApp {
  readonly app: App
  /** The API's address. */
  readonly address: string
}

const RETRY_MS_FIRST = 250
const RETRY_MS_MAX = 5_000

/** The time between two log lines about waiting. */
const LOGGED_EVERY_MS = 60_000

/**
 * Starts the service. While its database is down or full, it stays alive, says why it is not ready, and
 * retries. Undefined: it was stopped before it could start. Rejects with what waiting does not resolve.
 */
export async function startWhenPossible(options: StartOptions): Promise<StartedApp | undefined> {
  const { app, stopping } = options
  const clock = app.clock ?? systemClock
  const waiting = new Waiting(options, clock)
  try {
    for (let retryMs = RETRY_MS_FIRST; ; retryMs = Math.min(retryMs * 2, RETRY_MS_MAX)) {
      const started = await tryToStart(options, waiting)
      if (!('error' in started)) return started
      if (stopping.aborted) return undefined
      await waiting.note(started)
      await clock.wait(retryMs, stopping)
      if (stopping.aborted) return undefined
    }
  } finally {
    await waiting.end()
  }
}

interface Hindrance {
  readonly because: string
  readonly error: unknown
}

/** Rejects with what waiting does not resolve. */
async function tryToStart(options: StartOptions, waiting: Waiting): Promise<StartedApp | Hindrance> {
  try {
    const app = await createApp(options.app)
    options.onMade?.(app)
    try {
      return { app, address: await app.start(waiting.leavePort) }
    } catch (error) {
      await app.stop()
      throw error
    }
  } catch (error) {
    const because = whatPasses(error)
    if (because === undefined) throw error
    return { because, error }
  }
}

/** Returns a sentence about what passes; undefined: waiting does not help. */
function whatPasses(error: unknown): string | undefined {
  if (error instanceof AppError) return error.code === 'unavailable' ? error.message : undefined
  const { code } = error as NodeJS.ErrnoException
  // Files that a node keeps beside its database.
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? 'The disk of this node is full; nothing was changed.'
    : undefined
}

/** Waits while the service cannot run. */
class Waiting {
  readonly #options: StartOptions
  readonly #clock: Clock
  #server: FastifyInstance | undefined
  #address: URL | undefined
  #because = ''
  #loggedAt: Monotonic = -Infinity

  constructor(options: StartOptions, clock: Clock) {
    this.#options = options
    this.#clock = clock
  }

  /** Listens, unless it does, and reports the reason. */
  async note({ because, error }: Hindrance): Promise<void> {
    const { app, onWaiting } = this.#options
    const isNew = because !== this.#because
    const now = this.#clock.monotonic()
    this.#because = because
    this.#server ??= await this.#listen()
    if (isNew) onWaiting?.(because, this.#address?.href ?? '')
    if (isNew || now - this.#loggedAt >= LOGGED_EVERY_MS) {
      app.log.warn(
        { because, error: error instanceof AppError ? (error.cause ?? error) : error },
        'service.waiting',
      )
      this.#loggedAt = now
    }
  }

  readonly leavePort = async (): Promise<number> => {
    await this.end()
    const port = this.#address?.port ?? ''
    return port === '' ? this.#options.app.config.listen.port : Number(port)
  }

  async end(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    server?.server.closeAllConnections()
    await server?.close()
  }

  async #listen(): Promise<FastifyInstance> {
    const { config, log } = this.#options.app
    const { ceilingBytes } = new MemoryGuard({ clock: this.#clock, log })
    const server = createWaitingServer({
      chance: systemChance,
      basePath: config.basePath,
      limits: { ...config, ...memoryShares(ceilingBytes) },
      log,
      clock: this.#clock,
      longWork: new LongWork(this.#clock),
      trustedProxies: config.trustedProxies,
      tls: await readCertificate(config),
      because: () => this.#because,
    })
    const { host, port } = config.listen
    this.#address = new URL(`${await server.listen({ host, port })}${config.basePath}/`)
    return server
  }
}
