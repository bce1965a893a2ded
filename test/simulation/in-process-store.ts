import Database from 'better-sqlite3'
import { createEngine, type Engine } from '../../src/storage/sqlite/engine.ts'
import type { VerbArgs, VerbName } from '../../src/storage/sqlite/verbs.ts'
import { runBatch, type Call, type CallResult } from '../../src/storage/sqlite/group-commit.ts'
import { migrate } from '../../src/storage/sqlite/migrate.ts'
import { createStore } from '../../src/storage/sqlite/store.ts'
import type { RaisedAlerts } from '../../src/storage/overview-verbs.ts'
import type { Backlog, Store, StoreVerbs } from '../../src/storage/store.ts'
import { keepChangeLog, type Change, type ChangesByCall } from './change-log.ts'
import type { ProcessLife } from './process-life.ts'
import type { Random } from './random.ts'
import type { Trace } from './trace.ts'
import type { VirtualTime } from './virtual-time.ts'

/** One call that was carried out, with its answer and what it did to the rows. */
export type Executed = { [Name in VerbName]: ExecutedVerb<Name> }[VerbName]

interface ExecutedVerb<Name extends VerbName> {
  readonly node: number
  readonly verb: Name
  readonly args: VerbArgs<Name>
  /** Undefined: the call failed, with `error`. */
  readonly value: Awaited<ReturnType<StoreVerbs[Name]>> | undefined
  readonly error: unknown
  /** When it was asked for, by the clock that nobody can set. */
  readonly askedAt: number
  readonly changes: readonly Change[]
}

interface Waiting {
  readonly call: Call
  readonly life: ProcessLife
  readonly askedAt: number
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

export interface InProcessStoreDeps {
  readonly image: Buffer
  readonly time: VirtualTime
  readonly random: Random
  readonly trace: Trace
  /** Probability that a batch of writes fails, as things are now. */
  readonly faultShare: () => number
  /** Probability that claims come late, long after they were committed, as things are now. */
  readonly lateShare: () => number
  /** After each batch: what was carried out, in order. Throws if a promise is broken. */
  readonly onBatch: (executed: readonly Executed[]) => void
}

export const INSTALLATION_ID = 'simulation'
const BATCH_DELAY_MS_MAX = 3
const ANSWER_DELAY_MS_MAX = 2
/** Rarely, an answer takes as long as a lease. */
const LATE_MS_MAX = 40_000

/** An empty database of the present schema; made once, it saves each run the migrations. */
export function emptyDatabaseImage(): Buffer {
  const db = new Database(':memory:')
  migrate(db)
  const image = db.serialize()
  db.close()
  return image
}

/**
 * The real SQLite engine in this very process instead of a thread of its own, so that the seed decides what shares a
 * commit, how long it takes, and which commits fail. Each node has a `Store` of its own; they share the engine.
 */
export class InProcessStore {
  readonly #deps: InProcessStoreDeps
  readonly db: Database.Database
  #engine: Engine
  readonly #takeChanges: () => ChangesByCall
  #queue: Waiting[] = []
  #isScheduled = false
  readonly #unanswered = new Set<() => void>()
  #lastId = 0
  #currentCall = 0
  /** Rows until the statement that fails; undefined: none does. */
  #rowsUntilFault: number | undefined

  constructor(deps: InProcessStoreDeps) {
    this.#deps = deps
    this.db = new Database(deps.image)
    this.db.pragma('foreign_keys = ON')
    this.#takeChanges = keepChangeLog(this.db, {
      currentCall: () => this.#currentCall,
      onRow: () => this.#countDownToFault(),
    })
    this.#engine = createEngine(this.db)
  }

  connect(life: ProcessLife): Store {
    return createStore(
      {
        call: (verb, args) => this.#call(life, verb, args),
        backup: () => Promise.reject(new Error('not part of the simulation')),
        close: () => Promise.resolve(),
      },
      INSTALLATION_ID,
    )
  }

  /** A process is gone: what it wrote last is committed without an answer, or is lost. Then so is the engine's memory. */
  endProcess(life: ProcessLife, { isLast }: { readonly isLast: boolean }): void {
    const isAsking = this.#queue.some((waiting) => waiting.life === life)
    if (isAsking && this.#deps.random.happens(0.5)) this.#runBatch()
    this.#queue = this.#queue.filter((waiting) => waiting.life !== life)
    if (isLast) this.#engine = createEngine(this.db)
  }

  /** It has asked for claims that are not made yet. */
  isClaiming(life: ProcessLife): boolean {
    return this.#queue.some((waiting) => waiting.life === life && waiting.call.verb === 'claimDue')
  }

  /** Late answers come now. */
  answerAll(): void {
    for (const answer of this.#unanswered) answer()
  }

  /** As the engine tells it now. */
  countBacklog(now: number): Backlog {
    return this.#engine.verbs.countBacklog(now)
  }

  /** Likewise, those that are raised. */
  countAlerts(now: number): RaisedAlerts {
    return this.#engine.verbs.survey({ now, failingMax: 0 }).alerts
  }

  close(): void {
    this.db.close()
  }

  #call(life: ProcessLife, verb: VerbName, args: readonly unknown[]): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    if (life.state === 'dead') return promise
    this.#lastId += 1
    this.#queue.push({
      call: { id: this.#lastId, verb, args },
      life,
      askedAt: this.#deps.time.elapsed,
      resolve,
      reject,
    })
    this.#schedule()
    return promise
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
    const { random, time, onBatch } = this.#deps
    const count = random.happens(0.7) ? this.#queue.length : random.integer(1, this.#queue.length)
    const batch = this.#queue.splice(0, count)
    const results = this.#execute(batch.map(({ call }) => call))
    const changes = this.#takeChanges()
    onBatch(
      results.map((result, index) =>
        describe(
          batch.find(({ call }) => call.id === result.id),
          result,
          changes.get(index) ?? [],
        ),
      ),
    )
    const byId = new Map(results.map((result) => [result.id, result]))
    for (const [life, ofLife] of Map.groupBy(batch, ({ life }) => life)) {
      const answer = () => {
        if (this.#unanswered.delete(answer)) life.enter(() => settleAll(ofLife, byId))
      }
      this.#unanswered.add(answer)
      time.schedule(this.#answerDelayMs(ofLife), answer)
    }
  }

  #answerDelayMs(waiting: readonly Waiting[]): number {
    const { random, lateShare } = this.#deps
    const isLate = random.happens(lateShare())
    return isLate && waiting.every(({ call }) => call.verb === 'claimDue')
      ? random.pick([random.integer(1_000, 10_000), random.integer(25_000, LATE_MS_MAX)])
      : random.integer(0, ANSWER_DELAY_MS_MAX)
  }

  #execute(calls: readonly Call[]): readonly CallResult[] {
    const { random, trace, faultShare } = this.#deps
    this.#currentCall = -1
    const fault = random.happens(faultShare()) ? random.pick(['begin', 'row', 'commit'] as const) : undefined
    const faultyRow = fault === 'row' ? random.integer(1, 5) : undefined
    let hasFailed = false
    const failing = new Proxy(this.db, {
      get: (db, name) => {
        if (name !== 'exec') return Reflect.get(db, name, db)
        return (sql: string) => {
          if ((fault === 'begin' && sql.startsWith('BEGIN')) || (fault === 'commit' && sql === 'COMMIT')) {
            hasFailed = true
            throw diskFault()
          }
          if (sql.startsWith('BEGIN')) {
            // What was taken back is run once more from its first call, and meets the same fault.
            this.#currentCall = -1
            this.#rowsUntilFault = faultyRow
          }
          return db.exec(sql)
        }
      },
    })
    const results = runBatch(failing, this.#observed(), calls)
    if (fault === 'row' && this.#rowsUntilFault === 0) hasFailed = true
    this.#rowsUntilFault = undefined
    if (hasFailed)
      trace.note('database', 'fault', `at ${fault} of ${calls.map(({ verb }) => verb).join(', ')}`)
    return results
  }

  /** The engine, with a note of which call is being carried out. */
  #observed(): Engine {
    const engine = this.#engine
    return {
      verbs: new Proxy(engine.verbs, {
        get: (verbs, name) => {
          // `runBatch` takes a verb once for each call, in the order of its answers: writes first.
          this.#currentCall += 1
          return Reflect.get(verbs, name)
        },
      }),
      isSettled: () => engine.isSettled(),
      mark: () => engine.mark(),
    }
  }

  #countDownToFault(): void {
    if (this.#rowsUntilFault === undefined || this.#rowsUntilFault === 0) return
    this.#rowsUntilFault -= 1
    if (this.#rowsUntilFault === 0) throw diskFault()
  }
}

function describe(waiting: Waiting | undefined, result: CallResult, changes: readonly Change[]): Executed {
  if (!waiting) throw new Error(`the engine answered a call ${result.id} that was never made`)
  const { verb, args } = waiting.call
  return {
    node: waiting.life.number,
    verb,
    args,
    value: 'value' in result ? result.value : undefined,
    error: 'error' in result ? result.error : undefined,
    askedAt: waiting.askedAt,
    changes,
    // As on the way to the engine's thread, the types of verb, arguments and answer belong together.
  } as Executed
}

function settleAll(waiting: readonly Waiting[], results: ReadonlyMap<number, CallResult>): void {
  for (const { call, resolve, reject } of waiting) {
    const result = results.get(call.id)
    if (result && 'value' in result) resolve(result.value)
    else reject(result?.error)
  }
}

/** What the engine throws when the disk fails it. */
function diskFault(): Error {
  return new Database.SqliteError('disk I/O error', 'SQLITE_IOERR')
}
