import { LONG_AHEAD, type Steps } from '../domain/steps.ts'
import type { Clock } from './clock.ts'

/** Milliseconds that long work keeps the thread which serves everybody, before other work continues. */
export const PIECE_MS_MAX = 8

/** Shorter work needs no rest after it. */
const SHORT_MS_MAX = 1

/** Runs steps for as long as a piece may take; `done` with the result if none is left. */
export function doPiece<Result>(
  steps: Steps<Result>,
  clock: Pick<Clock, 'monotonic'>,
): IteratorResult<unknown, Result> {
  const startedAt = clock.monotonic()
  for (;;) {
    const next = steps.next()
    if (next.done === true) return next
    const ms = clock.monotonic() - startedAt
    if (ms >= (next.value === LONG_AHEAD ? SHORT_MS_MAX : PIECE_MS_MAX)) return next
  }
}

interface Task {
  /** Does a piece; true: it was the last. */
  readonly goOn: () => boolean
}

/** The time between two pieces. */
interface Rest {
  readonly sinceMs: number
  readonly ms: number
  /** When the event loop last came by. */
  checkedAtMs: number
}

/**
 * Does long work in pieces, so that a hundred tasks delay others no more than one. After each piece the
 * others get as long, or less if idle: the event loop accepts one connection per tick. Tasks of one name
 * run in order, names alternate.
 */
export class LongWork {
  readonly #clock: Pick<Clock, 'monotonic'>
  /** Remaining tasks by name, never empty; the next name first. */
  readonly #waiting = new Map<string, Task[]>()
  #rest: Rest | undefined

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock
  }

  /** Runs the steps to their end; short work at once, if no other is under way. */
  run<Result>(name: string, steps: Steps<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const goOn = () => {
        try {
          return this.#doPiece(steps, resolve)
        } catch (error) {
          reject(error)
          return true
        }
      }
      if (this.#rest === undefined && this.#waiting.size === 0 && this.#goOn({ goOn })) return
      const queue = this.#waiting.get(name)
      if (queue) queue.push({ goOn })
      else this.#waiting.set(name, [{ goOn }])
    })
  }

  #doPiece<Result>(steps: Steps<Result>, onResult: (result: Result) => void): boolean {
    const { done, value } = doPiece(steps, this.#clock)
    if (done !== true) return false
    onResult(value)
    return true
  }

  #goOn(task: Task): boolean {
    const startedAt = this.#clock.monotonic()
    const isDone = task.goOn()
    const now = this.#clock.monotonic()
    const ms = now - startedAt
    if (ms >= SHORT_MS_MAX || !isDone) {
      this.#rest = { sinceMs: now, ms, checkedAtMs: now }
      setImmediate(() => this.#check())
    }
    return isDone
  }

  #check(): void {
    if (this.#rest === undefined) return
    const { sinceMs, ms, checkedAtMs } = this.#rest
    const now = this.#clock.monotonic()
    const hadNothingElse = now - checkedAtMs < SHORT_MS_MAX
    if (!hadNothingElse && now - sinceMs < ms) {
      this.#rest.checkedAtMs = now
      setImmediate(() => this.#check())
      return
    }
    this.#rest = undefined
    this.#turn()
  }

  #turn(): void {
    const [next] = this.#waiting
    if (next === undefined) return
    const [name, queue] = next
    this.#waiting.delete(name)
    const [task] = queue
    if (task && this.#goOn(task)) queue.shift()
    if (queue.length > 0) this.#waiting.set(name, queue)
    if (this.#waiting.size > 0 && this.#rest === undefined) setImmediate(() => this.#turn())
  }
}

/** Bytes of bodies that are read in one tick of the event loop, about. */
export const BODY_PER_TURN_BYTES_MAX = 256 * 1024

/** Bytes of large responses that are written in one tick of the event loop. */
export const RESPONSE_PER_TURN_BYTES_MAX = 512 * 1024

/**
 * Limits the bytes that one tick of the event loop may move; more waits, first come, first served. Node.js
 * moves everything possible first: with hundreds of connections a health check would wait for seconds.
 */
export class LoopShare {
  readonly #bytesMax: number
  readonly #waiting: { readonly bytes: number; readonly goOn: () => void }[] = []
  #bytes = 0
  #isTurnAhead = false

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** Returns undefined if they fit now; otherwise it resolves when they do. */
  take(bytes: number): Promise<void> | undefined {
    this.#expectTurn()
    if (this.#waiting.length === 0 && this.#hasSpaceFor(bytes)) {
      this.#bytes += bytes
      return undefined
    }
    return new Promise((goOn) => this.#waiting.push({ bytes, goOn }))
  }

  /** More bytes than the limit get a tick of their own. */
  #hasSpaceFor(bytes: number): boolean {
    return this.#bytes === 0 || this.#bytes + bytes <= this.#bytesMax
  }

  #expectTurn(): void {
    if (this.#isTurnAhead) return
    this.#isTurnAhead = true
    setImmediate(() => this.#turn())
  }

  #turn(): void {
    this.#isTurnAhead = false
    this.#bytes = 0
    let count = 0
    for (const { bytes, goOn } of this.#waiting) {
      if (!this.#hasSpaceFor(bytes)) break
      this.#bytes += bytes
      count += 1
      goOn()
    }
    this.#waiting.splice(0, count)
    if (this.#bytes > 0) this.#expectTurn()
  }
}
