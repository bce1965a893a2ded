import type { Clock } from '../runtime/clock.ts'
import { RunLoop } from '../runtime/run-loop.ts'
import type { IdleWatch } from './idle-watch.ts'
import type { Log } from '../telemetry/log.ts'

export interface PeriodicDeps {
  readonly clock: Clock
  readonly log: Log
  /** Absent: the node is never idle. */
  readonly idle?: Pick<IdleWatch, 'rest'>
}

export interface PeriodicTask {
  /** The name in the log, e.g. `housekeeping.leases_reclaimed`. */
  readonly name: string
  readonly everyMs: number
  /** The interval while the node is idle, if different; a function is called after each step. */
  readonly idleMs?: number | (() => number)
  /** Does one bounded step and returns how many rows it changed. After a full step the next one follows at once. */
  readonly step: () => Promise<number>
  /** The rows of a full step; absent: no step is full. */
  readonly stepMax?: number
  /** False: the task logs for itself. */
  readonly logsSteps?: boolean
}

const BETWEEN_STEPS_MS = 20

/** A background service: a bounded step, a pause, and again. A failed step is logged and does not end it. */
export class Periodic {
  readonly #task: PeriodicTask
  readonly #log: Log
  readonly #loop: RunLoop

  constructor(task: PeriodicTask, { clock, log, idle }: PeriodicDeps) {
    this.#task = task
    this.#log = log
    const { idleMs = task.everyMs } = task
    const resting = idle && {
      wait: (busyMs: number, signal: AbortSignal) =>
        idle.rest({ busyMs, idleMs: typeof idleMs === 'number' ? idleMs : idleMs() }, signal),
    }
    this.#loop = new RunLoop({ clock: resting ?? clock, round: () => this.#step() })
  }

  start(): void {
    this.#loop.start()
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  async #step(): Promise<number> {
    const { name, step, stepMax = Infinity, everyMs, logsSteps = true } = this.#task
    try {
      const count = await step()
      if (count > 0 && logsSteps) this.#log.info({ count }, name)
      return count >= stepMax ? BETWEEN_STEPS_MS : everyMs
    } catch (error) {
      this.#log.warn({ error }, `${name}.failed`)
      return everyMs
    }
  }
}
