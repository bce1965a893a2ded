import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Database, Statement } from 'better-sqlite3'

/** Pages of the log before they are moved into the file: 16 MB. */
const LOG_PAGES_MAX = 4_000
/** Pages moved while everybody waits. */
const HELD_PAGES_MAX = 200
const ROUNDS_MAX = 5
/** Commits between two checks of the log. */
const CHECK_COMMITS = 16
/** The log is moved after so long without a write. */
const QUIET_MS = 60_000
/** Changes within this time are moved together. */
const SOON_MS = 200
/** The thread ends after so long without work. */
const IDLE_MS_MAX = 30_000

interface LogState {
  readonly log: number
  readonly checkpointed: number
}

interface CheckpointDeps {
  readonly file: string
  /** Commits nothing until the returned function is called. */
  readonly hold: () => () => void
  /** Empties the log, if nobody reads in it. */
  readonly empty: () => void
}

/**
 * Moves commits from the write-ahead log into the file (https://sqlite.org/wal.html, section 3.1), in a
 * thread that lives while there is much to move. A log restarts only when it was moved whole, so its last
 * pages are moved while nothing is committed.
 */
export class Checkpoints {
  readonly #deps: CheckpointDeps
  readonly #readLog: Statement<[], LogState>
  readonly #moveHere: Statement<[]>
  readonly #db: Database
  #quiet: NodeJS.Timeout | undefined
  #soon: NodeJS.Timeout | undefined
  #lastQuietCount = -1
  #worker: Worker | undefined
  #endIdle: NodeJS.Timeout | undefined
  #underWay: Promise<void> | undefined
  #commitCount = 0
  #nextAt = LOG_PAGES_MAX
  #isClosed = false

  constructor(db: Database, deps: CheckpointDeps) {
    this.#db = db
    this.#deps = deps
    db.pragma('wal_autocheckpoint = 0')
    this.#readLog = db.prepare<[], LogState>('PRAGMA wal_checkpoint(NOOP)')
    this.#moveHere = db.prepare<[]>('PRAGMA wal_checkpoint(PASSIVE)')
  }

  /** Call it after each commit. */
  check(): void {
    this.#commitCount += 1
    if (this.#isClosed) return
    this.#quiet ??= this.#after(QUIET_MS, () => this.#moveIfQuiet(this.#commitCount))
    if (this.#underWay || this.#commitCount % CHECK_COMMITS !== 0) return
    const { log } = this.#check()
    if (log < this.#nextAt && log >= this.#nextAt - LOG_PAGES_MAX) return
    this.#underWay = this.#run().finally(() => (this.#underWay = undefined))
  }

  /** Moves the log after a commit that must survive a damaged log. */
  moveSoon(): void {
    if (this.#isClosed) return
    this.#soon ??= this.#after(SOON_MS, () => {
      this.#soon = undefined
      this.#empty()
    })
  }

  #moveIfQuiet(seenCount: number): void {
    const sinceCount = this.#lastQuietCount
    this.#lastQuietCount = seenCount
    this.#quiet = undefined
    if (sinceCount === seenCount) this.#empty()
    else this.#quiet = this.#after(QUIET_MS, () => this.#moveIfQuiet(this.#commitCount))
  }

  /** Moves all of the log and empties it: old frames could be taken for newer than the file. */
  #empty(): void {
    if (this.#isClosed || this.#check().log === 0) return
    if (this.#underWay) void this.#underWay.then(() => this.#empty())
    else this.#underWay = this.#run({ empties: true }).finally(() => (this.#underWay = undefined))
  }

  /** Leaves the log while somebody reads in it: waiting would stop everything for seconds. */
  #emptyNow(): void {
    const waitsMs = Number(this.#db.pragma('busy_timeout', { simple: true }))
    this.#db.pragma('busy_timeout = 0')
    this.#deps.empty()
    this.#db.pragma(`busy_timeout = ${waitsMs}`)
  }

  #after(ms: number, act: () => void): NodeJS.Timeout {
    return setTimeout(act, ms).unref()
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#quiet)
    clearTimeout(this.#soon)
    await this.#underWay
    await this.#end()
  }

  async #run({ empties = false } = {}): Promise<void> {
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      await this.#move()
      const { log, checkpointed } = this.#check()
      if (log - checkpointed <= HELD_PAGES_MAX) break
    }
    const release = this.#deps.hold()
    await this.#move()
    if (empties) this.#emptyNow()
    release()
    const { log, checkpointed } = this.#check()
    // A reader kept it from being moved whole, so it grows for a while.
    this.#nextAt = (log === checkpointed ? 0 : log) + LOG_PAGES_MAX
    this.#endIdle = setTimeout(() => void this.#end(), IDLE_MS_MAX).unref()
  }

  /** Never rejects: a later call moves the rest. Without a thread it runs here, while everybody waits. */
  async #move(): Promise<void> {
    clearTimeout(this.#endIdle)
    try {
      await this.#moveBeside((this.#worker ??= this.#start()))
    } catch {
      orNothing(() => this.#moveHere.get())
    }
  }

  async #moveBeside(worker: Worker): Promise<void> {
    const ended = new AbortController()
    const end = () => ended.abort()
    worker.once('exit', end)
    worker.postMessage('move')
    await once(worker, 'message', { signal: ended.signal }).finally(() => worker.off('exit', end))
  }

  #start(): Worker {
    const worker = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), {
      workerData: this.#deps.file,
      resourceLimits: { maxYoungGenerationSizeMb: 1 },
    })
    worker.on('error', () => undefined)
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
    })
    worker.unref()
    return worker
  }

  #check(): LogState {
    return orNothing(() => this.#readLog.get()) ?? { log: 0, checkpointed: 0 }
  }

  async #end(): Promise<void> {
    clearTimeout(this.#endIdle)
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }
}

/** Returns undefined if the file cannot be read: its users get the error. */
function orNothing<Value>(ask: () => Value): Value | undefined {
  try {
    return ask()
  } catch {
    return undefined
  }
}
