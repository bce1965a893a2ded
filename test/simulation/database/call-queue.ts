import type { MethodArgs, MethodResult } from '../../../src/storage/sqlite/connection/run-script.ts'
import type { Call } from '../../../src/storage/sqlite/engine/group-commit.ts'
import type { MethodName } from '../../../src/storage/methods.ts'
import type { Change } from '../model/change-log.ts'
import type { ProcessLife } from '../world/process-life.ts'
import type { DatabaseDeps, Executed } from './simulated-database.ts'

export type Waiting = Call & {
  readonly life: ProcessLife
  /** When it was asked for, by the clock that nobody can set. */
  readonly askedAt: number
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** What came of one: a value or an error, and what it did to the rows. */
export interface CarriedOut {
  readonly waiting: Waiting
  readonly value?: unknown
  readonly error?: unknown
  /** It was committed all the same: only its response was lost. */
  readonly isUnanswered?: boolean
  readonly changes: readonly Change[]
}

/** Carries out calls that come together, and says then what came of them, in the order in which they were carried out. */
export type CarryOut = (batch: readonly Waiting[], done: (results: readonly CarriedOut[]) => void) => void

const BATCH_DELAY_MS_MAX = 3
const RESPONSE_DELAY_MS_MAX = 2
/** Rarely, a response takes as long as a lease. */
const LATE_MS_MAX = 40_000

/**
 * The calls on their way to a database and back: when they arrive, which come together, and when the results are
 * there.
 */
export class CallQueue {
  readonly #deps: Pick<DatabaseDeps, 'time' | 'random' | 'lateShare' | 'onBatch'>
  readonly #carryOut: CarryOut
  #queue: Waiting[] = []
  #isScheduled = false
  readonly #unanswered = new Set<() => void>()
  #lastId = 0

  constructor(deps: Pick<DatabaseDeps, 'time' | 'random' | 'lateShare' | 'onBatch'>, carryOut: CarryOut) {
    this.#deps = deps
    this.#carryOut = carryOut
  }

  add<Name extends MethodName>(
    life: ProcessLife,
    method: Name,
    args: MethodArgs<Name>,
  ): Promise<MethodResult<Name>> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    // The types of method, arguments and result belong together, as on the way to the engine's thread.
    const response = promise as Promise<MethodResult<Name>>
    if (life.state === 'dead') return response
    this.#lastId += 1
    const askedAt = this.#deps.time.elapsed
    this.#queue.push({ id: this.#lastId, life, method, args, askedAt, resolve, reject } as unknown as Waiting)
    this.#schedule()
    return response
  }

  /** What it has asked for is carried out now, with others, or never. */
  endProcess(life: ProcessLife): void {
    const isAsking = this.#queue.some((waiting) => waiting.life === life)
    if (isAsking && this.#deps.random.happens(0.5)) this.#runBatch()
    this.#queue = this.#queue.filter((waiting) => waiting.life !== life)
  }

  /** Calls that did not fit come first, the next time. */
  putBack(calls: readonly Waiting[]): void {
    this.#queue.unshift(...calls)
  }

  isAsking(life: ProcessLife, method: MethodName): boolean {
    return this.#queue.some((waiting) => waiting.life === life && waiting.method === method)
  }

  responseAll(): void {
    for (const response of this.#unanswered) response()
  }

  #schedule(): void {
    if (this.#isScheduled || this.#queue.length === 0) return
    const { time, random } = this.#deps
    this.#isScheduled = true
    time.schedule(random.integer(0, BATCH_DELAY_MS_MAX), () => {
      this.#isScheduled = false
      if (this.#queue.length > 0) this.#runBatch()
      this.#schedule()
    })
  }

  #runBatch(): void {
    const { random } = this.#deps
    const count = random.happens(0.7) ? this.#queue.length : random.integer(1, this.#queue.length)
    this.#carryOut(this.#queue.splice(0, count), (results) => this.#response(results))
  }

  #response(results: readonly CarriedOut[]): void {
    const { time, onBatch } = this.#deps
    onBatch(results.map(toExecuted))
    for (const [life, ofLife] of Map.groupBy(results, ({ waiting }) => waiting.life)) {
      const response = () => {
        if (this.#unanswered.delete(response)) life.enter(() => settleAll(ofLife))
      }
      this.#unanswered.add(response)
      time.schedule(this.#responseDelayMs(ofLife), response)
    }
  }

  #responseDelayMs(results: readonly CarriedOut[]): number {
    const { random, lateShare } = this.#deps
    const isLate = random.happens(lateShare())
    return isLate && results.every(({ waiting }) => waiting.method === 'claimDue')
      ? random.pick([random.integer(1_000, 10_000), random.integer(25_000, LATE_MS_MAX)])
      : random.integer(0, RESPONSE_DELAY_MS_MAX)
  }
}

function toExecuted({ waiting, value, error, isUnanswered = false, changes }: CarriedOut): Executed {
  const { life, method, args, askedAt } = waiting
  // Here as well.
  return { node: life.number, method, args, value, error, isUnanswered, askedAt, changes } as Executed
}

function settleAll(results: readonly CarriedOut[]): void {
  for (const { waiting, value, error } of results) {
    if (error === undefined) waiting.resolve(value)
    else waiting.reject(error)
  }
}
