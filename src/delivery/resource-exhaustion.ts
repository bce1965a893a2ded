import type { Clock } from '../runtime/clock.ts'
import type { Fault } from '../domain/health-problem.ts'
import type { Monotonic } from '../domain/instant.ts'
import type { Log } from '../telemetry/log.ts'

/** The time for which exhaustion is shown after it was last noticed, and between two log lines; in milliseconds. */
export const EXHAUSTION_LOGGED_MS = 60_000

export interface ExhaustionDeps {
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  readonly log: Pick<Log, 'warn'>
}

/** Remembers for a while what the machine refused: descriptors, ports, memory. */
export class Exhaustion {
  readonly #deps: ExhaustionDeps
  #fault: Fault | undefined
  #lastAt: Monotonic = 0
  #loggedAt: Monotonic = -Infinity
  #countSinceLogged = 0

  constructor(deps: ExhaustionDeps) {
    this.#deps = deps
  }

  note(because: string): void {
    const { clock, log } = this.#deps
    const since = this.current?.since ?? clock.now()
    this.#fault = { because: `Requests to receivers cannot be made: ${because}.`, since }
    this.#lastAt = clock.monotonic()
    this.#countSinceLogged += 1
    if (this.#lastAt - this.#loggedAt < EXHAUSTION_LOGGED_MS) return
    this.#loggedAt = this.#lastAt
    log.warn({ because, count: this.#countSinceLogged }, 'delivery.resource_exhausted')
    this.#countSinceLogged = 0
  }

  /** Returns undefined if nothing is lacking. */
  get current(): Fault | undefined {
    if (this.#deps.clock.monotonic() - this.#lastAt >= EXHAUSTION_LOGGED_MS) return undefined
    return this.#fault
  }
}
