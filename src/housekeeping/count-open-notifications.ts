import { areTooMany, type OpenNotifications } from '../domain/receiver-state/open-notifications.ts'
import type { ReceiverStateKey } from '../domain/receiver-state/receiver-state.ts'
import type { Store } from '../storage/store.ts'
import type { Log } from '../telemetry/log.ts'
import type { PeriodicTask } from './periodic.ts'

const EVERY_MS = 60_000
const IDLE_MS = 300_000
/** The number of rows that one step counts: on SQLite half a millisecond of the thread that serves everybody. */
const STEP_MAX = 10_000

interface NotificationCounterDeps {
  readonly store: Pick<Store, 'countOpenNotifications'>
  readonly log: Pick<Log, 'warn'>
  readonly openNotificationsMax: number
}

/** Counts what is open again and again, in steps: a count that was kept with each write would cost each of them. */
export class NotificationCounter {
  readonly #deps: NotificationCounterDeps
  #count = 0
  #counting = 0
  #after: ReceiverStateKey | undefined
  #isNotified = false

  constructor(deps: NotificationCounterDeps) {
    this.#deps = deps
  }

  /** The result of the last complete count. */
  get current(): OpenNotifications {
    return { count: this.#count, max: this.#deps.openNotificationsMax }
  }

  /**
   * Counts one step further. Returns whether there is more to count. Logs once that there are too many, until there
   * are fewer.
   */
  async step(): Promise<boolean> {
    const { store, log } = this.#deps
    const after = this.#after
    const { count, next } = await store.countOpenNotifications({ limit: STEP_MAX, ...(after && { after }) })
    this.#counting += count
    this.#after = next
    if (next) return true
    this.#count = this.#counting
    this.#counting = 0
    const isTooMany = areTooMany(this.current)
    if (isTooMany && !this.#isNotified) log.warn({ ...this.current }, 'notifications.limit_exceeded')
    this.#isNotified = isTooMany
    return false
  }
}

export function countOpenNotifications(counter: NotificationCounter): PeriodicTask {
  return {
    name: 'notifications.counted',
    everyMs: EVERY_MS,
    idleMs: IDLE_MS,
    stepMax: 1,
    logsSteps: false,
    step: async () => Number(await counter.step()),
  }
}
