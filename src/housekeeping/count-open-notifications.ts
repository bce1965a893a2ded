import { areTooMany, type OpenNotifications } from '../domain/receiver-state/open-notifications.ts'
import type { ReceiverStateKey } from '../domain/receiver-state/receiver-state.ts'
import type { Store } from '../storage/store.ts'
import type { Log } from '../telemetry/log.ts'
import type { PeriodicTask } from './periodic.ts'

const EVERY_MS = 60_000
const IDLE_MS = 300_000
/** The rows that one step counts: half a millisecond of SQLite's thread. */
const STEP_MAX = 10_000

interface NotificationCounterDeps {
  readonly store: Pick<Store, 'countOpenNotifications'>
  readonly log: Pick<Log, 'warn'>
  readonly openNotificationsMax: number
}

/** Counts open notifications in steps: a count kept by each write would slow all of them. */
export class NotificationCounter {
  readonly #deps: NotificationCounterDeps
  #count = 0
  #counting = 0
  #after: ReceiverStateKey | undefined
  #isNotified = false

  constructor(deps: NotificationCounterDeps) {
    this.#deps = deps
  }

  /** The last complete count. */
  get current(): OpenNotifications {
    return { count: this.#count, max: this.#deps.openNotificationsMax }
  }

  /** Counts one step. Returns whether there is more to count. Warns of too many, once until there are fewer. */
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
