import type { Clock } from '../runtime/clock.ts'
import type { FinishedAttempt, RecordedState } from '../domain/delivery/delivery.ts'
import { AppError } from '../domain/errors.ts'
import type { Instant } from '../domain/instant.ts'
import type { Log } from '../telemetry/log.ts'
import { Slots } from '../runtime/slots.ts'
import type { Store } from '../storage/store.ts'

/** The state of the delivery now. `given_up`: never written; after its lease the delivery is made again. */
export type RecordResult = RecordedState | 'lease_lost' | 'given_up'

export interface RecorderDeps {
  readonly store: Pick<Store, 'finishAttempts' | 'claimsSeeWrites'>
  readonly wake: () => void
  readonly clock: Clock
  readonly log: Log
}

interface Entry {
  readonly finished: FinishedAttempt
  readonly resolve: (result: RecordResult) => void
  /** Its slot among the unsettled ones; null: settled. */
  slot: number | null
}

const BATCH_MAX = 256
const RETRY_MS_FIRST = 50
const RETRY_MS_MAX = 500

/**
 * Writes finished attempts in batches, gathered during the previous write. Failed writes (disk full, database away) are
 * retried until they succeed; meanwhile attempts keep their slots and nothing is claimed, so deliveries pause instead
 * of piling up.
 */
export class Recorder {
  readonly #deps: RecorderDeps
  readonly #unfinished = new Slots<Entry>()
  readonly #givingUp = new AbortController()
  #gathered: Entry[] = []
  #isWriting = false
  #stalledBecause: string | undefined
  #stalledSince: Instant | undefined

  constructor(deps: RecorderDeps) {
    this.#deps = deps
  }

  /** Why attempts cannot be written, in a sentence without the engine's words. */
  get stalledBecause(): string | undefined {
    return this.#stalledBecause
  }

  get stalledSince(): Instant | undefined {
    return this.#stalledSince
  }

  /** Never rejects. */
  record(finished: FinishedAttempt): Promise<RecordResult> {
    if (this.#givingUp.signal.aborted) return Promise.resolve('given_up')
    return new Promise((resolve) => {
      const entry: Entry = { finished, resolve, slot: 0 }
      entry.slot = this.#unfinished.add(entry)
      this.#gathered.push(entry)
      if (!this.#isWriting) void this.#writeAll()
    })
  }

  /** Gives up every unwritten attempt, at the end of a stop that took too long. */
  giveUp(): void {
    this.#givingUp.abort()
    this.#gathered = []
    for (const entry of this.#unfinished.all()) this.#settle(entry, 'given_up')
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true
    while (this.#gathered.length > 0) await this.#write(this.#gathered.splice(0, BATCH_MAX))
    // Everything is settled, even what could not be stored: deliveries may go on.
    this.#noteRecovery()
    this.#isWriting = false
  }

  async #write(batch: readonly Entry[]): Promise<void> {
    let retryMs = RETRY_MS_FIRST
    while (!this.#givingUp.signal.aborted) {
      const failure = await this.#tryToWrite(batch)
      if (failure === undefined) return
      if (!isPassing(failure)) return this.#isolate(batch, failure)
      this.#noteFailure(failure)
      await this.#deps.clock.wait(retryMs, this.#givingUp.signal)
      retryMs = Math.min(retryMs * 2, RETRY_MS_MAX)
    }
  }

  /** Returns the failure; undefined: done. */
  async #tryToWrite(batch: readonly Entry[]): Promise<{ readonly error: unknown } | undefined> {
    const { store, clock, wake } = this.#deps
    try {
      const written = store.finishAttempts(
        batch.map(({ finished }) => finished),
        clock.now(),
      )
      if (store.claimsSeeWrites) wake()
      const results = await written
      this.#noteRecovery()
      for (const [index, entry] of batch.entries()) {
        this.#settle(entry, results[index] ?? 'lease_lost')
      }
      return undefined
    } catch (error) {
      return { error }
    }
  }

  /** Writes the attempts one by one, so that one the database never takes does not hold up the others. */
  async #isolate(batch: readonly Entry[], { error }: { readonly error: unknown }): Promise<void> {
    if (batch.length > 1) {
      for (const entry of batch) await this.#write([entry])
      return
    }
    for (const entry of batch) {
      const { deliveryId, webhookId, attempt } = entry.finished
      this.#deps.log.error({ deliveryId, webhookId, attempt, error }, 'delivery.record_failed')
      this.#settle(entry, 'given_up')
    }
  }

  #settle(entry: Entry, result: RecordResult): void {
    if (entry.slot === null) return
    this.#unfinished.take(entry.slot)
    entry.slot = null
    entry.resolve(result)
  }

  #noteFailure({ error }: { readonly error: unknown }): void {
    if (this.#stalledBecause === undefined) this.#deps.log.error({ error }, 'delivery.recording_stalled')
    this.#stalledSince ??= this.#deps.clock.now()
    this.#stalledBecause = error instanceof AppError ? error.message : 'The database cannot be written.'
  }

  #noteRecovery(): void {
    if (this.#stalledBecause !== undefined) this.#deps.log.info({}, 'delivery.recording_resumed')
    this.#stalledBecause = undefined
    this.#stalledSince = undefined
  }
}

function isPassing({ error }: { readonly error: unknown }): boolean {
  return error instanceof AppError && error.code === 'unavailable'
}
