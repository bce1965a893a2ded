import { createHash } from 'node:crypto'
import type { VirtualTime } from './world/virtual-time.ts'

/** What happened in a run, one line each. Two runs with the same lines are the same run. */
export class Trace {
  readonly #time: VirtualTime
  readonly #startAt: number
  readonly #lines: string[] = []
  readonly #counts = new Map<string, number>()
  #step = 0

  constructor(time: VirtualTime) {
    this.#time = time
    this.#startAt = time.now
  }

  get step(): number {
    return this.#step
  }

  get lines(): readonly string[] {
    return this.#lines
  }

  /** How often each kind of thing happened: whether the runs reach what they are meant to try. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts
  }

  beginStep(step: number): void {
    this.#step = step
  }

  /** `who` is `node 2`, `database`, `receiver 1`, `world`; `what` a name that is counted. */
  note(who: string, what: string, details = ''): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1)
    const seconds = ((this.#time.now - this.#startAt) / 1000).toFixed(3)
    this.#lines.push(
      `${String(this.#step).padStart(4)} ${seconds.padStart(9)}s  ${who.padEnd(11)} ${what} ${details}`.trimEnd(),
    )
  }

  hash(): string {
    return createHash('sha256').update(this.#lines.join('\n')).digest('hex').slice(0, 16)
  }
}
