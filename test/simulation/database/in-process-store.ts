import Database from 'better-sqlite3'
import { runBatch, type Call, type CallResult } from '../../../src/storage/sqlite/engine/group-commit.ts'
import type { Engine as SqliteEngine } from '../../../src/storage/sqlite/engine/engine.ts'
import { migrate } from '../../../src/storage/sqlite/migrate.ts'
import { createStore } from '../../../src/storage/sqlite/engine/store.ts'
import type { Store } from '../../../src/storage/store.ts'
import { CallQueue, type CarriedOut, type Waiting } from './call-queue.ts'
import { KeptDatabases, type KeptDatabase } from './kept-database.ts'
import type { ProcessLife } from '../world/process-life.ts'
import { readSqlite } from './read-sqlite.ts'
import {
  DAMAGED_BODY,
  INSTALLATION_ID,
  type DatabaseDeps,
  type Engine,
  type SimulatedDatabase,
} from './simulated-database.ts'
import type { Stored } from './stored.ts'

/** An empty database of the present schema; made once, it saves each run the migrations. */
export function emptyDatabaseImage(): Buffer {
  const db = new Database(':memory:')
  migrate(db)
  const image = db.serialize()
  db.close()
  return image
}

/** Each run gets a database of its own, as it is in the image: with a schema, and empty. */
export function sqliteEngine(image = emptyDatabaseImage()): Engine {
  const databases = new KeptDatabases(image)
  return { name: 'sqlite', open: (deps) => new InProcessStore(databases, deps) }
}

/**
 * The real SQLite engine without its queue of calls, so that the seed decides what shares a
 * commit, how long it takes, and which commits fail. Each node has a `Store` of its own; they share the engine.
 */
class InProcessStore implements SimulatedDatabase {
  readonly idsBegin = `dlv_${INSTALLATION_ID}_`
  readonly #databases: KeptDatabases
  readonly #database: KeptDatabase
  readonly #deps: DatabaseDeps
  readonly #queue: CallQueue
  #engine: SqliteEngine
  #currentCall = 0
  /** Rows until the statement that fails; undefined: none does. */
  #rowsUntilFault: number | undefined

  constructor(databases: KeptDatabases, deps: DatabaseDeps) {
    this.#deps = deps
    this.#queue = new CallQueue(deps, (batch, done) => done(this.#carryOut(batch)))
    this.#databases = databases
    this.#database = databases.take({
      currentCall: () => this.#currentCall,
      onRow: () => this.#countDownToFault(),
    })
    this.#engine = this.#database.createEngine()
  }

  connect(life: ProcessLife): Store {
    return createStore(
      {
        call: (method, args) => this.#queue.add(life, method, args),
        backup: () => Promise.reject(new Error('not part of the simulation')),
        close: () => Promise.resolve(),
      },
      INSTALLATION_ID,
    )
  }

  /** When nobody is left, the engine's memory is gone as well. */
  endProcess(life: ProcessLife, { isLast }: { readonly isLast: boolean }): void {
    this.#queue.endProcess(life)
    if (isLast) this.#engine = this.#database.createEngine()
  }

  isClaiming(life: ProcessLife): boolean {
    return this.#queue.isAsking(life, 'claimDue')
  }

  responseAll(): void {
    this.#queue.responseAll()
  }

  breakServer(): number {
    return 0
  }

  damageEvent(id: number): boolean {
    this.#database.db.prepare('UPDATE events SET body = ? WHERE id = ?').run(DAMAGED_BODY, id)
    return true
  }

  storeMatch(webhookId: number, { match, owner }: { readonly match: string; readonly owner: string }): void {
    this.#database.db
      .prepare('UPDATE webhooks SET match = ?, match_owner = ? WHERE id = ?')
      .run(match, owner, webhookId)
    this.#engine = this.#database.createEngine()
  }

  heal(): void {}

  async read(now: number): Promise<Stored> {
    const { methods } = this.#engine
    const reported = {
      backlog: methods.countBacklog(now),
      raised: methods.snapshot({ now, failingMax: 0 }).alerts,
    }
    return { ...readSqlite(this.#database.db), reported }
  }

  async close(): Promise<void> {
    this.#databases.giveBack(this.#database)
  }

  #carryOut(batch: readonly Waiting[]): readonly CarriedOut[] {
    const results = this.#execute(batch)
    const changes = this.#database.takeChanges()
    const left = batch.filter(({ id }) => !results.some((result) => result.id === id))
    if (left.length > 0) this.#deps.trace.note('database', 'has no room', `for ${left.length} calls`)
    this.#queue.putBack(left)
    return results.map((result, index) => {
      const waiting = batch.find(({ id }) => id === result.id)
      if (!waiting) throw new Error(`the engine answered a call ${result.id} that was never made`)
      return { ...result, waiting, changes: changes.get(index) ?? [] }
    })
  }

  #execute(calls: readonly Call[]): readonly CallResult[] {
    const { random, trace, faultShare } = this.#deps
    this.#currentCall = -1
    const fault = random.happens(faultShare()) ? random.pick(['begin', 'row', 'commit'] as const) : undefined
    const faultyRow = fault === 'row' ? random.integer(1, 5) : undefined
    let hasFailed = false
    const failing = new Proxy(this.#database.db, {
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
    const results = runBatch(failing, this.#observed(), calls, () => random.happens(ROOM_SHARE))
    if (fault === 'row' && this.#rowsUntilFault === 0) hasFailed = true
    this.#rowsUntilFault = undefined
    if (hasFailed)
      trace.note('database', 'fault', `at ${fault} of ${calls.map(({ method }) => method).join(', ')}`)
    return results
  }

  /** The engine, with a note of which call is being carried out. */
  #observed(): SqliteEngine {
    const engine = this.#engine
    return {
      methods: new Proxy(engine.methods, {
        get: (methods, name) => {
          // `runBatch` takes a method once for each call, in the order of its results: writes first.
          this.#currentCall += 1
          return Reflect.get(methods, name)
        },
      }),
      isCaughtUp: () => engine.isCaughtUp(),
      listenerCount: () => engine.listenerCount(),
      matchRows: () => engine.matchRows(),
      savepoint: () => engine.savepoint(),
    }
  }

  #countDownToFault(): void {
    if (this.#rowsUntilFault === undefined || this.#rowsUntilFault === 0) return
    this.#rowsUntilFault -= 1
    if (this.#rowsUntilFault === 0) throw diskFault()
  }
}

/** The share of reports that fit into a transaction after the first. */
const ROOM_SHARE = 0.8

/** What the engine throws when the disk fails it. */
function diskFault(): Error {
  return new Database.SqliteError('disk I/O error', 'SQLITE_IOERR')
}
