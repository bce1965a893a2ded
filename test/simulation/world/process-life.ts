import type { Clock } from '../../../src/runtime/clock.ts'
import { ClockSteps, WatchedClock } from '../../../src/monitoring/clock-watch.ts'
import type { Plan } from '../plan.ts'
import { ServerTime } from '../../../src/storage/postgres/connection/server.ts'
import type { VirtualTime } from './virtual-time.ts'

/**
 * The life of one simulated process. Everything that reaches it from outside (timers, responses of the database and
 * of receivers, calls) comes through `enter`: a stalled one (a suspended machine, a long pause) finds it all when
 * it goes on, a dead one never does.
 */
export class ProcessLife {
  readonly number: number
  readonly clock: Clock
  /** Those that it has noticed. */
  readonly clockSteps: ClockSteps
  readonly #time: VirtualTime
  #state: 'running' | 'stalled' | 'dead' = 'running'
  #postponed: (() => void)[] = []
  #stallCount = 0

  /** Makes the clock exact again, where it follows that of the database server. */
  readonly measureTime: () => Promise<void>
  readonly freshTime: () => Promise<void>

  constructor(number: number, time: VirtualTime, { usesServerTime }: Pick<Plan, 'usesServerTime'>) {
    this.number = number
    this.#time = time
    const log = { warn: () => undefined }
    this.clockSteps = new ClockSteps({ clock: usesServerTime ? 'server' : 'machine', log })
    if (usesServerTime) {
      const clock = createClock(this, time, () => time.machineNow)
      const serverTime = new ServerTime({ clock, ask: async () => time.now, steps: this.clockSteps })
      this.clock = serverTime
      this.measureTime = () => serverTime.measure()
      this.freshTime = () => serverTime.refresh()
    } else {
      this.clock = new WatchedClock(
        createClock(this, time, () => time.now),
        this.clockSteps,
      )
      this.measureTime = async () => undefined
      this.freshTime = this.measureTime
    }
  }

  get state(): 'running' | 'stalled' | 'dead' {
    return this.#state
  }

  get stallCount(): number {
    return this.#stallCount
  }

  enter(callback: () => void): void {
    if (this.#state === 'running') callback()
    else if (this.#state === 'stalled') this.#postponed.push(callback)
  }

  stall(): void {
    if (this.#state !== 'running') return
    this.#state = 'stalled'
    this.#stallCount += 1
  }

  /** What was postponed happens now, in an order given by the seed. */
  resume(): void {
    if (this.#state !== 'stalled') return
    this.#state = 'running'
    for (const callback of this.#postponed) this.#time.schedule(0, () => this.enter(callback))
    this.#postponed = []
  }

  /** `kill -9`: nothing of its memory is ever used again. */
  kill(): void {
    this.#state = 'dead'
    this.#postponed = []
  }
}

function createClock(life: ProcessLife, time: VirtualTime, now: () => number): Clock {
  const after = (ms: number, callback: () => void) => {
    let isCancelled = false
    const cancel = time.schedule(ms, () => life.enter(() => void (isCancelled || callback())))
    return () => {
      isCancelled = true
      cancel()
    }
  }
  return {
    now,
    monotonic: () => time.elapsed,
    after,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve()
        const done = () => {
          cancel()
          signal?.removeEventListener('abort', done)
          resolve()
        }
        const cancel = after(ms, done)
        signal?.addEventListener('abort', done)
      }),
  }
}
