import { NO_MATCH_ROWS, sumRows, type MatchRows } from '../../../domain/write-weight.ts'
import type { LeaseHeld } from '../../../domain/delivery/delivery.ts'
import type { InstallationId } from '../../../domain/ids.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { type Cluster, createLoneNode } from '../../cluster.ts'
import { isDamagedDatabase } from '../../damage/damage.ts'
import { packAttempt } from '../../rows/attempt-row.ts'
import type { Store } from '../../store.ts'
import { CONFIGURING, METHODS, type MethodName } from '../../methods.ts'
import { CatchUpSteps } from './catch-up-steps.ts'
import type { SqliteOptions } from '../connection/connect.ts'
import { explainFault } from '../connection/faults.ts'
import type { MethodArgs, MethodResult } from '../connection/run-script.ts'
import { emptyLog } from '../encryption/encryption.ts'
import { backupTo } from '../history/housekeeping.ts'
import {
  type FlushWatermark,
  FlushWatermarkWriter,
  removeFlushWatermark,
  writeFlushWatermark,
} from '../connection/flush-watermark.ts'
import { Checkpoints } from './checkpoints.ts'
import { CommitQueue } from './commit-queue.ts'
import { runBatch, type Call, type CallResult } from './group-commit.ts'
import { LogFlush } from './log-flush.ts'
import { openEngine, type OpenedEngine, type OpenedFacts } from './open-engine.ts'

/** Deliveries of one catch-up step, which takes a few milliseconds. */
const CATCH_UP_STEP_MAX = 1_000

export interface OpenedSqlite extends OpenedFacts {
  readonly store: Store
  readonly cluster: Cluster
}

/**
 * Opens the embedded engine in the main thread: calls take a few milliseconds at most, and what waits for the
 * disk runs beside it. Rejects with a clear sentence if the file cannot be opened, is in use, or was written
 * by a newer release. `onDamage` is called each time the file is found to be damaged.
 */
export async function openSqliteStore(
  options: SqliteOptions,
  onDamage: (because: string) => void = () => undefined,
): Promise<OpenedSqlite> {
  const opened = openEngine(options)
  const { installationId, migration, encryption, version, isAfterCrash, isRestored, damage, missingLog } =
    opened
  const runner = new EngineRunner(opened, { onDamage, runsLong: options.runsLong === true })
  return {
    store: createStore(runner, installationId),
    migration,
    encryption,
    cluster: createLoneNode(version),
    isAfterCrash,
    isRestored,
    damage,
    missingLog,
  }
}

/** Runs the methods: the engine, or a test double. */
export interface MethodRunner extends Pick<Store, 'matchRows'> {
  call<Name extends MethodName>(method: Name, args: MethodArgs<Name>): Promise<MethodResult<Name>>
  backup(file: string): Promise<void>
  close(): Promise<void>
}

type Called = { readonly [Name in MethodName]: (...args: MethodArgs<Name>) => Promise<MethodResult<Name>> }

export function createStore(runner: MethodRunner, installationId: InstallationId): Store {
  const called = callsTo(runner)
  return {
    ...called,
    finishAttempts: (attempts, now) => called.finishAttempts(attempts.map(packAttempt), now),
    installationId,
    claimsSeeWrites: true,
    matchRows: () => runner.matchRows?.() ?? NO_MATCH_ROWS,
    backup: (file) => runner.backup(file),
    close: () => runner.close(),
  }
}

function callsTo(runner: MethodRunner): Called {
  const toCall =
    <Name extends MethodName>(name: Name) =>
    (...args: MethodArgs<Name>) =>
      runner.call(name, args)
  const names = Object.keys(METHODS) as readonly MethodName[]
  return Object.fromEntries(names.map((name) => [name, toCall(name)])) as unknown as Called
}

/** Rows in a commit that takes one more report, the deliveries of which are known only afterwards. */
const BATCH_CHANGES_MAX = 1_000

class EngineRunner implements MethodRunner {
  readonly #opened: OpenedEngine
  readonly #onDamage: (because: string) => void
  readonly #flush: LogFlush
  readonly #watermark: FlushWatermarkWriter
  readonly #checkpoints: Checkpoints | undefined
  readonly #steps: CatchUpSteps
  readonly #queue: CommitQueue
  readonly #countWrites: () => number
  #closed: Promise<void> | undefined

  constructor(
    opened: OpenedEngine,
    { onDamage, runsLong }: { readonly onDamage: (because: string) => void; readonly runsLong: boolean },
  ) {
    const { db, engine, file } = opened
    this.#opened = opened
    this.#onDamage = onDamage
    // From here on `LogFlush` flushes, several commits together and before any call gets its result.
    db.pragma('synchronous = NORMAL')
    const { monotonic } = systemClock
    const countWrites = db.prepare<[], number>('SELECT total_changes()').pluck()
    this.#countWrites = () => countWrites.get() ?? 0
    this.#flush = new LogFlush(`${file}-wal`, { monotonic })
    this.#watermark = new FlushWatermarkWriter(
      () => (this.#queue.isFlushed ? this.#readWatermark() : undefined),
      (watermark) => {
        // A log that was emptied since has another watermark, or none.
        if (this.#flush.header()) writeFlushWatermark(file, watermark)
      },
    )
    this.#queue = new CommitQueue({
      carryOut: (calls) => this.#carryOut(calls),
      writeCount: this.#countWrites,
      flush: (done) => {
        const watermark = this.#watermark.isDue ? this.#readWatermark() : undefined
        this.#flush.run((error) => {
          if (!error) this.#watermark.noteFlush(watermark)
          done(error)
        })
      },
      mend: () => this.#emptyLog(),
      giveBack: (claims) => this.#giveBack(claims),
      rowsBesides: () => {
        const report = sumRows(engine.matchRows())
        return { report, review: engine.listenerCount() + report }
      },
      after: (ms, callback) => void setTimeout(callback, ms).unref(),
      onCommit: () => this.#checkpoints?.check(),
    })
    if (runsLong)
      this.#checkpoints = new Checkpoints(db, {
        hold: () => this.#queue.hold(),
        file,
        empty: () => this.#emptyLog(),
      })
    this.#steps = new CatchUpSteps({
      isDone: () => !db.open || engine.isCaughtUp(),
      step: () => this.#catchUp(),
    })
    this.#steps.goOn()
  }

  call<Name extends MethodName>(method: Name, args: MethodArgs<Name>): Promise<MethodResult<Name>> {
    return this.#queue.call(method, args)
  }

  matchRows(): MatchRows {
    try {
      return this.#opened.engine.matchRows()
    } catch {
      // The database is closed or damaged: each call gets its own error.
      return NO_MATCH_ROWS
    }
  }

  async backup(file: string): Promise<void> {
    await backupTo(this.#opened.db, file).catch((error: unknown) => {
      throw explainFault(error)
    })
  }

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    await this.#queue.close()
    await this.#checkpoints?.close()
    this.#watermark.close()
    this.#opened.db.close()
    this.#flush.close()
    removeFlushWatermark(this.#opened.file)
    this.#opened.unlock()
  }

  #carryOut(calls: readonly Call[]): readonly CallResult[] {
    const { db, engine } = this.#opened
    const before = this.#countWrites()
    const results = runBatch(db, engine, calls, () => this.#countWrites() - before < BATCH_CHANGES_MAX)
    // The log has texts under the old key, which must go before the rotation is confirmed.
    if (calls.some(({ method }) => method === 'rotateEncryption')) this.#emptyLog()
    if (calls.some(({ method }) => CONFIGURING.has(method))) this.#checkpoints?.moveSoon()
    if (calls.some(({ method }) => method === 'catchUpDeliveries')) this.#steps.tryAgain()
    else this.#steps.goOn()
    for (const result of results) {
      if ('error' in result && isDamagedDatabase(result.error)) this.#onDamage(result.error.message)
    }
    return results
  }

  #emptyLog(): boolean {
    const isEmpty = emptyLog(this.#opened.db)
    if (isEmpty) removeFlushWatermark(this.#opened.file)
    return isEmpty
  }

  /** Reads how far the log goes; undefined: it is empty, or all of it is in the file. */
  #readWatermark(): FlushWatermark | undefined {
    const header = this.#flush.header()
    const [state] = this.#opened.db.pragma('wal_checkpoint(NOOP)') as readonly { readonly log: number }[]
    return header && state && state.log > 0 ? { ...header, frames: state.log } : undefined
  }

  #giveBack(claims: readonly LeaseHeld[]): void {
    const { db, engine } = this.#opened
    runBatch(db, engine, [{ id: 0, method: 'releaseClaims', args: [claims, systemClock.now()] }])
    this.#queue.noteCommit()
  }

  /** Returns false if the step could not be written. */
  #catchUp(): boolean {
    const args: Parameters<Store['catchUpDeliveries']> = [
      { now: systemClock.now(), limit: CATCH_UP_STEP_MAX },
    ]
    const { db, engine } = this.#opened
    const results = runBatch(db, engine, [{ id: 0, method: 'catchUpDeliveries', args }])
    this.#queue.noteCommit()
    return results.every((result) => 'value' in result)
  }
}
