import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../telemetry/log.ts'
import type { Store } from '../storage/store.ts'

export interface HealthDeps {
  readonly store: Pick<Store, 'noteSourceFailure'>
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
}

/** Keeps how reading a source goes: each failure is stored with its cursor, and each change is a line in the log. */
export class SourceHealth {
  readonly #source: string
  readonly #deps: HealthDeps
  #failure: string | undefined

  constructor(source: string, deps: HealthDeps) {
    this.#source = source
    this.#deps = deps
  }

  get isFailing(): boolean {
    return this.#failure !== undefined
  }

  /** Never rejects. */
  async fail(failure: string): Promise<void> {
    const { store, clock, log } = this.#deps
    if (failure !== this.#failure) log.warn({ source: this.#source, reason: failure }, 'source.failing')
    this.#failure = failure
    // Our own database may be what is away; the log has it.
    await store
      .noteSourceFailure({ source: this.#source, name: '', failure }, clock.now())
      .catch(() => undefined)
  }

  recover(): void {
    if (this.#failure !== undefined) this.#deps.log.info({ source: this.#source }, 'source.recovered')
    this.#failure = undefined
  }
}
