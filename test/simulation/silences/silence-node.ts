import { OpenIntake } from '../../../src/housekeeping/open-intake.ts'
import { ClockSteps, WatchedClock } from '../../../src/monitoring/clock-watch.ts'
import type { Clock } from '../../../src/runtime/clock.ts'
import type { Store } from '../../../src/storage/store.ts'

/** A node with a store: it notices steps of the clock as the service does, and writes them to the database. */
export class SilenceNode {
  readonly store: Store
  readonly #machine: Clock
  #clock: Clock
  #intake: OpenIntake

  constructor(store: Store, machine: Pick<Clock, 'now' | 'monotonic'>) {
    this.store = store
    this.#machine = { ...machine, after: () => () => undefined, wait: () => Promise.resolve() }
    const { clock, intake } = this.#begin()
    this.#clock = clock
    this.#intake = intake
  }

  /** Starts a new process, which knows of no step that was made before. */
  async restart(): Promise<void> {
    const { clock, intake } = this.#begin()
    this.#clock = clock
    this.#intake = intake
    await intake.note()
  }

  /** Notes that reports can come in, and first any step of the clock. Returns the time. */
  async settle(): Promise<number> {
    await this.#intake.note()
    return this.#clock.now()
  }

  /** Notes a step of the clock, as the service does before it writes a silence. */
  async followClock(): Promise<void> {
    await this.#intake.followClock()
  }

  #begin() {
    const clockSteps = new ClockSteps({ clock: 'server', log: { warn: () => undefined } })
    const clock = new WatchedClock(this.#machine, clockSteps)
    return {
      clock,
      intake: new OpenIntake({ store: this.store, clock, clockSteps, freshTime: async () => undefined }),
    }
  }
}
