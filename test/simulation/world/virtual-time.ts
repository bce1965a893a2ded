import type { Random } from '../random.ts'

interface Moment {
  readonly at: number
  /** Orders what happens in the same millisecond: by the seed. */
  readonly tie: number
  readonly callback: () => void
  isCancelled: boolean
}

/**
 * The time of a simulated world: a queue of moments. It stops while something happens and then jumps to the next
 * moment; a day costs nothing if nothing happens in it.
 */
export class VirtualTime {
  /** What has passed; what is planned goes by it. */
  #elapsed: number
  /** What the clock was set ahead by. */
  #aheadMs = 0
  #machineAheadMs = 0
  readonly #random: Random
  /** A binary heap, the next moment first. */
  readonly #heap: Moment[] = []
  readonly #held = new Set<Promise<void>>()

  constructor(startAt: number, random: Random) {
    this.#elapsed = startAt
    this.#random = random
  }

  /** What the clock shows. */
  get now(): number {
    return this.#elapsed + this.#aheadMs
  }

  /** By a clock that nobody can set. */
  get elapsed(): number {
    return this.#elapsed
  }

  /** Somebody sets the clock. */
  step(ms: number): void {
    this.#aheadMs += ms
  }

  /** What the clocks of machines show, where the service goes by that of the database server. */
  get machineNow(): number {
    return this.#elapsed + this.#machineAheadMs
  }

  stepMachine(ms: number): void {
    this.#machineAheadMs += ms
  }

  /** Calls back once after `ms`, unless the function it gives is called before. */
  schedule(ms: number, callback: () => void): () => void {
    const moment = {
      at: this.#elapsed + Math.max(0, Math.ceil(ms)),
      tie: this.#random.fraction(),
      callback,
      isCancelled: false,
    }
    this.#push(moment)
    return () => {
      moment.isCancelled = true
    }
  }

  /**
   * Real work is under way, such as that of a server: time stops until it is done. Never rejects, or the run does.
   */
  hold(work: Promise<void>): void {
    this.#held.add(work)
  }

  /**
   * Lives through everything up to and including this moment of what passes, and stands there; checks after each
   * moment.
   */
  async runUntil(at: number, check: () => void): Promise<void> {
    // What was begun since the last moment goes on in this one, before time does.
    await this.#rest()
    check()
    for (;;) {
      const next = this.#heap[0]
      if (!next || next.at > at) break
      this.#pop()
      if (next.isCancelled) continue
      this.#elapsed = next.at
      next.callback()
      await this.#rest()
      check()
    }
    this.#elapsed = Math.max(this.#elapsed, at)
  }

  async #rest(): Promise<void> {
    await settled()
    while (this.#held.size > 0) {
      const held = [...this.#held]
      await Promise.all(held)
      for (const work of held) this.#held.delete(work)
      await settled()
    }
  }

  #push(moment: Moment): void {
    const heap = this.#heap
    let index = heap.push(moment) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      const above = heap[parent]
      if (!above || !isBefore(moment, above)) break
      heap[index] = above
      heap[parent] = moment
      index = parent
    }
  }

  #pop(): void {
    const heap = this.#heap
    const moment = heap.pop()
    if (!moment || heap.length === 0) return
    let index = 0
    for (;;) {
      const left = heap[2 * index + 1]
      const right = heap[2 * index + 2]
      if (!left) break
      const isRight = right !== undefined && isBefore(right, left)
      const child = isRight ? right : left
      if (!isBefore(child, moment)) break
      heap[index] = child
      index = 2 * index + (isRight ? 2 : 1)
    }
    heap[index] = moment
  }
}

function isBefore(one: Moment, other: Moment): boolean {
  return one.at < other.at || (one.at === other.at && one.tie < other.tie)
}

/**
 * Until every promise that could go on has gone on. Nothing in the world uses the event loop of the process, so its
 * next tick comes exactly when no microtask is left.
 */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
