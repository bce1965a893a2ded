import type { Clock } from '../../src/clock.ts'
import type { VirtualTime } from './virtual-time.ts'

/**
 * The life of one simulated process. Everything that reaches it from outside (timers, answers of the database and of
 * receivers, calls) comes through `enter`: a stalled one (a suspended machine, a long pause) finds it all when it goes
 * on, a dead one never does.
 */
export class ProcessLife {
  readonly number: number
  readonly clock: Clock
  readonly #time: VirtualTime
  #state: 'running' | 'stalled' | 'dead' = 'running'
  #postponed: (() => void)[] = []
  #stallCount = 0

  constructor(number: number, time: VirtualTime) {
    this.number = number
    this.#time = time
    this.clock = createClock(this, time)
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

function createClock(life: ProcessLife, time: VirtualTime): Clock {
  const after = (ms: number, callback: () => void) => {
    let isCancelled = false
    const cancel = time.schedule(ms, () => life.enter(() => void (isCancelled || callback())))
    return () => {
      isCancelled = true
      cancel()
    }
  }
  return {
    now: () => time.now,
    monotonic: () => time.now,
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
