import type { Clock } from '../runtime/clock.ts'
import type { Instant, Monotonic } from '../domain/instant.ts'
import type { Log } from '../telemetry/log.ts'

/** The time in which refusing and accepting alternately count as refusing; each change is a line in the log. */
const CALM_MS = 5_000
/** Without another report nobody knows whether it would be taken in. */
const LOGGED_MS = 60_000

export interface Refusal {
  readonly because: string
  readonly since: Instant
}

/** Logs whether this node refuses reports, and since when. */
export class Refusals {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>
  readonly #log: Pick<Log, 'warn' | 'info'>
  /** `lastAt`: by the monotonic clock. */
  #refusal: (Refusal & { readonly lastAt: Monotonic }) | undefined

  constructor({
    clock,
    log,
  }: {
    readonly clock: Pick<Clock, 'now' | 'monotonic'>
    readonly log: Pick<Log, 'warn' | 'info'>
  }) {
    this.#clock = clock
    this.#log = log
  }

  noteRefused(because: string): void {
    if (!this.#refusal) this.#log.warn({ because }, 'intake.refusing')
    const since = this.#refusal?.since ?? this.#clock.now()
    this.#refusal = { because, since, lastAt: this.#clock.monotonic() }
  }

  noteAccepted(): void {
    if (!this.#refusal || this.#clock.monotonic() - this.#refusal.lastAt < CALM_MS) return
    this.#refusal = undefined
    this.#log.info({}, 'intake.resumed')
  }

  /** Undefined: reports are taken in, as far as anybody knows. */
  get current(): Refusal | undefined {
    if (!this.#refusal || this.#clock.monotonic() - this.#refusal.lastAt > LOGGED_MS) return undefined
    const { because, since } = this.#refusal
    return { because, since }
  }
}
