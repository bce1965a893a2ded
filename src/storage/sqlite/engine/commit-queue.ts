import type { LeaseHeld } from '../../../domain/delivery/delivery.ts'
import { AppError } from '../../../domain/errors.ts'
import { METHODS, type MethodName } from '../../methods.ts'
import type { MethodArgs, MethodResult } from '../connection/run-script.ts'
import type { Call, CallResult } from './group-commit.ts'

/**
 * The most that one commit does, in calls that weigh like an attempt (`weightOf`): nothing else is served
 * meanwhile.
 */
const BATCH_WEIGHT_MAX = 500

/**
 * Ticks of the event loop until the requests of claims are written: sender and client both read a kept
 * connection once more before they use it.
 */
const LEAVING_TURNS = 3

const MEND_EVERY_MS = 200
/** How long a claim waits for the disk after a failed flush. */
const KEPT_MS_MAX = 5_000

/** Milliseconds after which a commit is flushed that no response waits for. */
const FLUSH_MS_MAX = 100

export interface CommitQueueDeps {
  /** Runs all writes in one transaction, see `runBatch`. Calls without a result are carried out with the next. */
  readonly carryOut: (calls: readonly Call[]) => readonly CallResult[]
  /** Counts the rows ever written. */
  readonly writeCount: () => number
  readonly flush: (done: (error: Error | null) => void) => void
  /** Writes everything committed to the disk after a failed flush; false: it cannot. */
  readonly mend: () => boolean
  /** Makes claimed deliveries due again that nobody will send, once the disk has the claim. */
  readonly giveBack: (claims: readonly LeaseHeld[]) => void
  readonly after: (ms: number, callback: () => void) => void
  /**
   * Returns the work of a report, and of a review of routing, besides its rows: as the number of rows that
   * take as long.
   */
  readonly rowsBesides: () => RowsBesides
  readonly onCommit: () => void
}

export interface RowsBesides {
  /** Patterns see each report. */
  readonly report: number
  /** Each webhook is asked about the event. */
  readonly review: number
}

const NO_ROWS: RowsBesides = { report: 0, review: 0 }

/** A claim whose flush failed. */
interface Kept {
  readonly call: Waiting
  readonly claimed: MethodResult<'claimDue'>
  isGivenUp: boolean
}

type Waiting = Call & {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** Committed calls and their results, not yet returned. */
interface Committed {
  readonly calls: readonly Waiting[]
  readonly results: readonly CallResult[]
}

/**
 * Commits the calls of one tick of the event loop together (group commit). During a flush the next ticks are
 * committed, and share the next flush. A promise is confirmed when it is on the disk, and a claim when
 * everything before it is: the previous attempt, the event, its position in the alert queue. A finished
 * attempt or a read alone waits for nothing.
 */
export class CommitQueue {
  readonly #deps: CommitQueueDeps
  #waiting: Waiting[] = []
  #isScheduled = false
  /** Above 0 nothing is carried out: somebody holds the log. */
  #holdCount = 0
  #flushing: Committed[] | undefined
  #unflushed: Committed[] = []
  #isAhead = false
  #isFlushDue = false
  #isBroken = false
  #kept: Kept[] = []
  #isClosed = false
  /** Closed, and every call has its result: the file may be gone. */
  #isOver = false
  #writeCount = 0
  #onEmpty: (() => void) | undefined

  constructor(deps: CommitQueueDeps) {
    this.#deps = deps
  }

  call<Name extends MethodName>(method: Name, args: MethodArgs<Name>): Promise<MethodResult<Name>> {
    if (this.#isClosed) return Promise.reject(closed())
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    // The compiler cannot match a name with its arguments before it knows the name.
    this.#waiting.push({ id: 0, method, args, resolve, reject } as unknown as Waiting)
    this.#schedule()
    return promise as Promise<MethodResult<Name>>
  }

  /** Commits nothing until the returned function is called. */
  hold(): () => void {
    this.#holdCount += 1
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#holdCount -= 1
      this.#schedule()
    }
  }

  /** Call after a commit, also of work that nobody waits for. */
  noteCommit(): void {
    if (!this.#isAhead) {
      this.#isAhead = true
      this.#deps.after(FLUSH_MS_MAX, () => {
        this.#isFlushDue = this.#isAhead
        if (this.#isFlushDue) this.#schedule()
      })
    }
    this.#deps.onCommit()
  }

  /** Tells whether the disk has everything that was committed. */
  get isFlushed(): boolean {
    return !this.#isAhead && !this.#isBroken && !this.#flushing && this.#holdCount === 0
  }

  /** Resolves when all calls so far are done; later ones are refused. */
  close(): Promise<void> {
    this.#isClosed = true
    for (const kept of this.#kept) giveUp(kept)
    return new Promise((resolve) => {
      this.#onEmpty = () => {
        this.#isOver = true
        resolve()
      }
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#isScheduled || this.#holdCount > 0 || this.#isOver) return
    if (this.#waiting.length === 0 && !this.#isFlushDue) {
      if (!this.#flushing) this.#onEmpty?.()
      return
    }
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      if (this.#holdCount === 0) this.#carryOut()
    })
  }

  /** Counts nothing if the database is closed or damaged: each call then gets its own error. */
  #countRows(): RowsBesides {
    try {
      return this.#waiting.length === 0 ? NO_ROWS : this.#deps.rowsBesides()
    } catch {
      return NO_ROWS
    }
  }

  #hasWritten(): boolean {
    const before = this.#writeCount
    this.#writeCount = this.#deps.writeCount()
    return this.#writeCount !== before
  }

  #carryOut(): void {
    if (this.#isBroken && !this.#mend()) return
    const calls = this.#waiting.splice(0, countUntil(this.#waiting, this.#countRows()))
    for (const [index, call] of calls.entries()) (call as { id: number }).id = index
    const results = calls.length > 0 ? this.#deps.carryOut(calls) : []
    if (results.length < calls.length) this.#waiting.unshift(...withoutResult(calls, results))
    if (isAnyWrite(calls, results) && this.#hasWritten()) this.noteCommit()
    const waits = waitsForDisk(calls, results)
    if (waits && this.#isAhead) this.#unflushed.push({ calls, results })
    else if (waits && this.#flushing) this.#flushing.push({ calls, results })
    else settle(calls, results)
    this.#flushIfDue()
    this.#schedule()
  }

  #flushIfDue(): void {
    if (this.#flushing || this.#isBroken || !(this.#isFlushDue || this.#unflushed.length > 0)) return
    const covered = this.#unflushed
    this.#flushing = covered
    this.#unflushed = []
    this.#isFlushDue = false
    this.#isAhead = false
    this.#deps.flush((error) => {
      this.#flushing = undefined
      if (error) this.#break([...covered, ...this.#unflushed.splice(0)])
      else for (const { calls, results } of covered) settle(calls, results)
      this.#flushIfDue()
      this.#schedule()
    })
  }

  #break(committed: readonly Committed[]): void {
    this.#isBroken = true
    for (const one of committed) this.#fail(one)
    this.#mendSoon()
  }

  /**
   * Rejects the calls, but keeps claims until the disk has them: nobody would send a rejected claim until its
   * lease ends.
   */
  #fail({ calls, results }: Committed): void {
    for (const [index, call] of calls.entries()) {
      const result = results.find(({ id }) => id === index)
      if (call.method === 'claimDue' && result && 'value' in result && isSomethingClaimed(result.value)) {
        this.#keep(call, result.value as MethodResult<'claimDue'>)
      } else call.reject(notFlushed())
    }
  }

  #mendSoon(): void {
    this.#deps.after(MEND_EVERY_MS, () => {
      if (!this.#isBroken) return
      this.#isFlushDue = true
      this.#schedule()
    })
  }

  #keep(call: Waiting, claimed: MethodResult<'claimDue'>): void {
    const kept = { call, claimed, isGivenUp: false }
    this.#kept.push(kept)
    if (this.#isClosed) giveUp(kept)
    else this.#deps.after(KEPT_MS_MAX, () => giveUp(kept))
  }

  /** Returns kept claims once the disk has them, and gives back those whose caller no longer waits. */
  #responseKept(): void {
    const kept = this.#kept.splice(0)
    const left = kept.filter(({ isGivenUp }) => isGivenUp)
    if (left.length > 0) {
      this.#deps.giveBack(left.flatMap(({ claimed }) => [...claimed.claims, ...claimed.unreadable]))
    }
    for (const { call, claimed, isGivenUp } of kept) if (!isGivenUp) call.resolve(claimed)
  }

  /** Confirms nothing until the disk has everything again. */
  #mend(): boolean {
    this.#isBroken = !this.#deps.mend()
    if (!this.#isBroken) {
      this.#responseKept()
      this.#isFlushDue = this.#isAhead
      return true
    }
    this.#break([{ calls: this.#waiting.splice(0), results: [] }])
    this.#isFlushDue = false
    this.#schedule()
    return false
  }
}

/** May be called twice: a promise settles once. */
function giveUp(kept: Kept): void {
  kept.isGivenUp = true
  kept.call.reject(notFlushed())
}

function closed(): AppError {
  return new AppError('unavailable', 'The database is closed.')
}

function notFlushed(): AppError {
  return new AppError(
    'unavailable',
    'The disk has failed to store what was written; it may be kept or not.',
    {
      retryAfterMs: 10_000,
    },
  )
}

function isAnyWrite(calls: readonly Call[], results: readonly CallResult[]): boolean {
  return results.some((result) => {
    const method = calls[result.id]?.method
    return 'value' in result && method !== undefined && METHODS[method] !== 'read'
  })
}

/** Tells whether one of these results must survive a power cut. */
function waitsForDisk(calls: readonly Call[], results: readonly CallResult[]): boolean {
  return results.some((result) => {
    const method = calls[result.id]?.method
    if (method === undefined || METHODS[method] === 'read' || 'error' in result) return false
    if (method === 'claimDue') return isSomethingClaimed(result.value)
    return method !== 'finishAttempts' && method !== 'releaseClaims'
  })
}

function isSomethingClaimed(value: unknown): boolean {
  const { claims, unreadable } = value as MethodResult<'claimDue'>
  return claims.length + unreadable.length > 0
}

/** Counts the calls that fit into one commit: at least one. */
function countUntil(calls: readonly Call[], besides: RowsBesides): number {
  let weight = 0
  const end = calls.findIndex((call) => (weight += weightOf(call, besides)) > BATCH_WEIGHT_MAX)
  return end < 0 ? calls.length : Math.max(1, end)
}

function weightOf({ method, args }: Call, besides: RowsBesides): number {
  if (method === 'finishAttempts') return args[0].length
  if (method === 'reviewRouting') return 1 + besides.review
  const isReport = method === 'acceptObservations' || method === 'acceptJobRuns'
  return isReport ? args[0].length * (2 + besides.report) : 1
}

function withoutResult(calls: readonly Waiting[], results: readonly CallResult[]): readonly Waiting[] {
  const carriedOut = new Set(results.map(({ id }) => id))
  return calls.filter(({ id }) => !carriedOut.has(id))
}

/** Returns claims first; other calls get their results when the requests of the claims have left. */
function settle(calls: readonly Waiting[], results: readonly CallResult[]): void {
  const claimed = results.filter(({ id }) => calls[id]?.method === 'claimDue')
  result(calls, claimed)
  const others = results.filter((result) => !claimed.includes(result))
  if (!claimed.some((result) => 'value' in result && isSomethingClaimed(result.value))) result(calls, others)
  else inTurns(LEAVING_TURNS, () => result(calls, others))
}

function inTurns(count: number, work: () => void): void {
  setImmediate(count === 1 ? work : () => inTurns(count - 1, work))
}

function result(calls: readonly Waiting[], results: readonly CallResult[]): void {
  for (const result of results) {
    const call = calls[result.id]
    if ('error' in result) call?.reject(result.error)
    else call?.resolve(result.value)
  }
}
