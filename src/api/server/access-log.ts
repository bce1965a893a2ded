import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../telemetry/log.ts'
import type { RequestFact } from '../../telemetry/facts.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import type { ConnectionEnd, EndedConnection } from './connections.ts'
import type { ServerOptions } from './server.ts'
import type { Monotonic } from '../../domain/instant.ts'

export interface AccessLogDeps {
  readonly metrics: Pick<Metrics, 'recordRequest' | 'countEndedConnection'>
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly clock: Pick<Clock, 'monotonic'>
}

/** Requests as they end, and connections that a limit ended: counted, and in the log. */
export function accessLog({
  metrics,
  log,
  clock,
}: AccessLogDeps): Pick<ServerOptions, 'onRequestEnd' | 'onConnectionEnd'> {
  const ended = new EndedConnectionLog(log, clock)
  let untold: RequestFact[] = []
  const tell = () => {
    const facts = untold
    untold = []
    for (const fact of facts) log.info({ ...fact }, 'request.completed')
  }
  return {
    onRequestEnd: (fact) => {
      metrics.recordRequest(fact)
      // At the end of this turn of the event loop: what is to be sent because of the request goes first.
      if (untold.push(fact) === 1) setImmediate(tell)
    },
    onConnectionEnd: (fact) => {
      metrics.countEndedConnection(fact)
      ended.note(fact)
    },
  }
}

/** An attack ends thousands of connections: for each reason a line at once, and then one a minute. */
const LINE_MS = 60_000

interface Told {
  at: Monotonic
  untoldCount: number
}

class EndedConnectionLog {
  readonly #log: AccessLogDeps['log']
  readonly #clock: AccessLogDeps['clock']
  readonly #told = new Map<ConnectionEnd, Told>()

  constructor(log: AccessLogDeps['log'], clock: AccessLogDeps['clock']) {
    this.#log = log
    this.#clock = clock
  }

  note({ reason, address }: EndedConnection): void {
    const now = this.#clock.monotonic()
    const told = this.#told.get(reason) ?? { at: -Infinity, untoldCount: 0 }
    this.#told.set(reason, told)
    told.untoldCount += 1
    if (now - told.at < LINE_MS) return
    this.#log.warn({ reason, address, count: told.untoldCount }, 'connection.ended')
    told.at = now
    told.untoldCount = 0
  }
}
