import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../telemetry/log.ts'

export interface PeriodicDeps {
  readonly clock: Clock
  readonly log: Log
}

export interface PeriodicTask {
  /** For the log: `upkeep.rescue`. */
  readonly name: string
  readonly everyMs: number
  /** One bounded step; answers how many rows it touched. A full step is followed by the next one at once. */
  readonly step: () => Promise<number>
  readonly stepMax: number
  /** False: the steps are many and say nothing by themselves; the task logs what there is to say. */
  readonly logsSteps?: boolean
}

/** A small background service: a bounded step, a pause, and again. One failure is logged and does not end it. */
export class Periodic {
  readonly #task: PeriodicTask
  readonly #deps: PeriodicDeps
  readonly #stopping = new AbortController()
  #running: Promise<void> | undefined

  constructor(task: PeriodicTask, deps: PeriodicDeps) {
    this.#task = task
    this.#deps = deps
  }

  start(): void {
    this.#running ??= this.#run(this.#stopping.signal)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const count = await this.#step()
      // Between two full steps others get their turn at the database.
      await this.#deps.clock.wait(count >= this.#task.stepMax ? 20 : this.#task.everyMs, signal)
    }
  }

  async #step(): Promise<number> {
    const { name, step, logsSteps = true } = this.#task
    try {
      const count = await step()
      if (count > 0 && logsSteps) this.#deps.log.info({ count }, name)
      return count
    } catch (error) {
      this.#deps.log.warn({ error }, `${name}.failed`)
      return 0
    }
  }
}
