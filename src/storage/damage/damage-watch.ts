import type { Clock } from '../../runtime/clock.ts'
import type { Fault } from '../../domain/health-problem.ts'
import type { Monotonic } from '../../domain/instant.ts'
import type { Log } from '../../telemetry/log.ts'

/**
 * Remembers damage of the database. A file is mended only while nobody uses it, so `loggedMs` is endless for one; a
 * server may be mended under a process that goes on.
 */
export class DamageWatch {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>
  readonly #log: Pick<Log, 'error'>
  readonly #loggedMs: number
  #fault: Fault | undefined
  #count = 0
  /** The last time, by the monotonic clock. */
  #lastAt: Monotonic = 0

  constructor(deps: {
    readonly clock: Pick<Clock, 'now' | 'monotonic'>
    readonly log: Pick<Log, 'error'>
    readonly loggedMs: number
  }) {
    this.#clock = deps.clock
    this.#log = deps.log
    this.#loggedMs = deps.loggedMs
  }

  /** Notes damage that was found once more. The log has it once, until the database has been whole again. */
  note(because: string): void {
    this.#found({ because, since: this.#clock.now() })
  }

  /** Notes a loss: something is missing or was changed by a fault, and everything else can be read. */
  noteLoss(because: string): void {
    this.#found({ because, since: this.#clock.now(), isOver: true })
  }

  /** Count of findings since the start of this process. */
  get count(): number {
    return this.#count
  }

  /** Damage that goes on replaces an earlier loss; nothing replaces damage that goes on. */
  #found(fault: Fault): void {
    this.#count += 1
    const known = this.current
    const isKnown = known !== undefined && (known.isOver !== true || fault.isOver === true)
    if (!isKnown) this.#log.error({ because: fault.because }, 'database.damaged')
    this.#fault = isKnown ? known : fault
    this.#lastAt = this.#clock.monotonic()
  }

  /** Undefined: nothing of it has been seen. */
  get current(): Fault | undefined {
    if (this.#clock.monotonic() - this.#lastAt >= this.#loggedMs) return undefined
    return this.#fault
  }
}
