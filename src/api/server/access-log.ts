import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../telemetry/log.ts'
import type { RequestFact } from '../../telemetry/facts.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import type { ConnectionEnd, EndedConnection } from './connections.ts'
import type { ServerOptions } from './server.ts'
import type { Monotonic } from '../../domain/instant.ts'

export interface AccessLogDeps {
  readonly metrics: Pick<Metrics, 'recordRequest' | 'countEndedConnection'>
  readonly log: Pick<Log, 'debug' | 'info' | 'warn'>
  readonly clock: Pick<Clock, 'monotonic'>
}

/** Counts and logs ended requests, and connections ended by a limit. */
export function accessLog({
  metrics,
  log,
  clock,
}: AccessLogDeps): Pick<ServerOptions, 'onRequestEnd' | 'onConnectionEnd'> {
  const ended = new EndedConnectionLog(log, clock)
  let unsent: RequestFact[] = []
  const flush = () => {
    const facts = unsent
    unsent = []
    for (const fact of facts) {
      if (isQuietProbe(fact)) log.debug({ ...fact }, 'request.completed')
      else log.info({ ...fact }, 'request.completed')
    }
  }
  return {
    onRequestEnd: (fact) => {
      metrics.recordRequest(fact)
      // At the end of the tick, after what the request sends.
      if (unsent.push(fact) === 1) setImmediate(flush)
    },
    onConnectionEnd: (fact) => {
      metrics.countEndedConnection(fact)
      ended.note(fact)
    },
  }
}

/** Paths that are logged only when they fail. */
const PROBES = ['/healthz', '/readyz', '/metrics'] as const

function isQuietProbe({ route, status }: RequestFact): boolean {
  return status < 400 && PROBES.some((probe) => route.endsWith(probe))
}

/** Logs the first of thousands of ended connections per reason, then one a minute. */
const ENTRY_MS = 60_000

interface Logged {
  at: Monotonic
  unloggedCount: number
}

class EndedConnectionLog {
  readonly #log: AccessLogDeps['log']
  readonly #clock: AccessLogDeps['clock']
  readonly #logged = new Map<ConnectionEnd, Logged>()

  constructor(log: AccessLogDeps['log'], clock: AccessLogDeps['clock']) {
    this.#log = log
    this.#clock = clock
  }

  note({ reason, address }: EndedConnection): void {
    const now = this.#clock.monotonic()
    const logged = this.#logged.get(reason) ?? { at: -Infinity, unloggedCount: 0 }
    this.#logged.set(reason, logged)
    logged.unloggedCount += 1
    if (now - logged.at < ENTRY_MS) return
    this.#log.warn({ reason, address, count: logged.unloggedCount }, 'connection.ended')
    logged.at = now
    logged.unloggedCount = 0
  }
}
