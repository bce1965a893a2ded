import type { Clock } from '../clock.ts'
import type { AppError } from '../domain/errors.ts'
import type { Observation } from '../domain/alert.ts'
import type { JobRunReport } from '../domain/job-run.ts'
import type { JobRunAccepted, ObservationAccepted, Store } from '../storage/store.ts'
import { PendingLimit } from './pending-limit.ts'

export interface IntakeDeps {
  readonly store: Pick<Store, 'acceptObservations' | 'acceptJobRuns'>
  readonly clock: Clock
  /** How many reported alerts and job runs may wait for their commit. */
  readonly pendingMax: number
  /** Set: the process has no memory left for reports. */
  readonly memoryRefusal: () => AppError | undefined
  /** There may be something to deliver. Called after the commit; losing a call costs no more than a poll interval. */
  readonly wake: () => void
  readonly onAccepted: (fact: IntakeFact) => void
  readonly onRejected: (reason: RejectReason) => void
}

/** Why reports were refused: too many wait for their commit, no memory is left, the database cannot be written, or a fault. */
export type RejectReason = 'overloaded' | 'memory' | 'unavailable' | 'failed'

export interface IntakeFact {
  readonly kind: 'alert' | 'job_run'
  readonly source: string
  readonly result: ObservationAccepted['result'] | JobRunAccepted['result']
  /** How many guesses had to be made, e.g. for an unknown severity word. */
  readonly warningCount: number
}

/**
 * The door for what monitors and schedulers report, whatever dialect it came in. A resolved promise means committed:
 * the event and all its deliveries. Rejects with `unavailable` when too much is waiting already, memory is short, or the database
 * cannot be written; then nothing of the batch was stored.
 */
export class Intake {
  readonly #deps: IntakeDeps
  readonly #pending: PendingLimit

  constructor(deps: IntakeDeps) {
    this.#deps = deps
    this.#pending = new PendingLimit(deps.pendingMax)
  }

  async acceptObservations(observations: readonly Observation[]): Promise<readonly ObservationAccepted[]> {
    const { store, clock, onAccepted } = this.#deps
    const accepted = await this.#run(observations.length, () =>
      store.acceptObservations(observations, clock.now()),
    )
    for (const [index, { source, warnings = [] }] of observations.entries()) {
      const result = accepted[index]?.result ?? 'ignored'
      onAccepted({ kind: 'alert', source, result, warningCount: warnings.length })
    }
    return accepted
  }

  async acceptJobRuns(runs: readonly JobRunReport[]): Promise<readonly JobRunAccepted[]> {
    const { store, clock, onAccepted } = this.#deps
    const accepted = await this.#run(runs.length, () => store.acceptJobRuns(runs, clock.now()))
    for (const [index, { source }] of runs.entries()) {
      onAccepted({ kind: 'job_run', source, result: accepted[index]?.result ?? 'duplicate', warningCount: 0 })
    }
    return accepted
  }

  async #run<Accepted extends { readonly deliveryCount: number }>(
    count: number,
    write: () => Promise<readonly Accepted[]>,
  ): Promise<readonly Accepted[]> {
    if (count === 0) return []
    const refusal = this.#deps.memoryRefusal()
    if (refusal) {
      this.#deps.onRejected('memory')
      throw refusal
    }
    if (!this.#pending.enter(count)) {
      this.#deps.onRejected('overloaded')
      throw this.#pending.refusal()
    }
    try {
      const accepted = await write()
      if (accepted.some(({ deliveryCount }) => deliveryCount > 0)) this.#deps.wake()
      return accepted
    } catch (error) {
      this.#deps.onRejected((error as { code?: unknown }).code === 'unavailable' ? 'unavailable' : 'failed')
      throw error
    } finally {
      this.#pending.leave(count)
    }
  }
}
