import Database, { type Statement } from 'better-sqlite3'
import { createEngine, type Engine } from '../../../src/storage/sqlite/engine/engine.ts'
import { keepChangeLog, type ChangeLogHooks, type ChangesByCall } from '../model/change-log.ts'

/** Databases of one image, which has a schema and not one row. A run that is over gives its own back, for the next one. */
export class KeptDatabases {
  readonly #image: Buffer
  readonly #free: KeptDatabase[] = []

  constructor(image: Buffer) {
    this.#image = image
  }

  take(hooks: ChangeLogHooks): KeptDatabase {
    const database = this.#free.pop() ?? new KeptDatabase(this.#image)
    database.hooks = hooks
    return database
  }

  giveBack(database: KeptDatabase): void {
    database.empty()
    this.#free.push(database)
  }
}

/** Reading the schema and compiling the statements cost as much as a fifth of a run, so both are kept from run to run. */
export class KeptDatabase {
  readonly db: Database.Database
  readonly takeChanges: () => ChangesByCall
  hooks: ChangeLogHooks | undefined
  readonly #deletes: readonly Statement[]
  /** By text; as many of each as one engine has asked for. */
  readonly #statements = new Map<string, Statement[]>()

  constructor(image: Buffer) {
    this.db = new Database(image)
    this.db.pragma('foreign_keys = ON')
    this.takeChanges = keepChangeLog(this.db, {
      currentCall: () => this.hooks?.currentCall() ?? 0,
      onRow: () => this.hooks?.onRow(),
    })
    const tables = this.db
      .prepare<[], string>("SELECT name FROM main.sqlite_master WHERE type = 'table'")
      .pluck()
      .all()
    for (const table of tables) {
      if (this.db.prepare(`SELECT 1 FROM main.${table}`).get())
        throw new Error(`the image has rows in ${table}`)
    }
    this.#deletes = tables.map((table) => this.db.prepare(`DELETE FROM main.${table}`))
  }

  /** The memory of a process that begins; only one of them is used at a time. */
  createEngine(): Engine {
    const taken = new Map<string, number>()
    const prepare = (text: string) => {
      const kept = this.#statements.get(text) ?? []
      this.#statements.set(text, kept)
      const index = taken.get(text) ?? 0
      taken.set(text, index + 1)
      return (kept[index] ??= this.db.prepare(text))
    }
    return createEngine(
      new Proxy(this.db, {
        get: (db, name) => (name === 'prepare' ? prepare : Reflect.get(db, name, db)),
      }),
    )
  }

  /** As it is in the image, also to the next ids. */
  empty(): void {
    this.hooks = undefined
    if (this.db.inTransaction) this.db.exec('ROLLBACK')
    this.db.transaction(() => {
      for (const statement of this.#deletes) statement.run()
    })()
    this.takeChanges()
  }
}
