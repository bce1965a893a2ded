import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { systemClock } from '../../src/runtime/clock.ts'
import { ALWAYS_OPEN } from '../../src/domain/open-time.ts'
import { readDatabaseSource, type SchedulerDialect } from '../../src/domain/source/database-source.ts'
import type { JobRun } from '../../src/domain/alert/job-run.ts'
import { Intake } from '../../src/intake/intake.ts'
import { AskedDatabase } from '../../src/pollers/asked-database.ts'
import { pollSource } from '../../src/pollers/poll-source.ts'
import { schedulerOf } from '../../src/pollers/pollers.ts'
import { type CursorStore, SeenRuns } from '../../src/pollers/remembered-runs.ts'
import { openSqliteStore } from '../../src/storage/sqlite/engine/store.ts'
import type { Store } from '../../src/storage/store.ts'
import { SCHEDULER_TABLES } from '../support/databases/scheduler-tables.ts'
import { createEmptyTestDatabase } from '../support/databases/test-engine.ts'

export const DAY_MS = 86_400_000
export const SOURCE = 'nightly'

/** A scheduler's database with its tables, and a store that takes in what is read there. */
export class PolledDatabase {
  readonly url: string
  readonly store: Store
  readonly #client: Client
  readonly #dialect: SchedulerDialect
  readonly #folder: string
  #asked: AskedDatabase
  #seen = new SeenRuns()

  private constructor(parts: {
    url: string
    store: Store
    client: Client
    dialect: SchedulerDialect
    folder: string
  }) {
    this.url = parts.url
    this.store = parts.store
    this.#client = parts.client
    this.#dialect = parts.dialect
    this.#folder = parts.folder
    this.#asked = new AskedDatabase(parts.url)
  }

  static async open(dialect: SchedulerDialect, given?: string): Promise<PolledDatabase> {
    const url = given ?? (await createEmptyTestDatabase())
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(SCHEDULER_TABLES[dialect])
    const folder = mkdtempSync(join(tmpdir(), 'tocsin-polled-'))
    const { store } = await openSqliteStore({ file: join(folder, 'tocsin.db'), sizeMax: 0 })
    return new PolledDatabase({ url, store, client, dialect, folder })
  }

  async sql(text: string, values: readonly unknown[] = []): Promise<void> {
    await this.#client.query(text, [...values])
  }

  async ask<Row>(text: string): Promise<readonly Row[]> {
    return (await this.#client.query(text)).rows
  }

  /** One poll, as a service makes it; a `lost` cursor is one that a killed process did not write. */
  async poll({ losesMarks = false, losesRuns = false, retentionMs = 30 * DAY_MS } = {}): Promise<number> {
    const settings = readDatabaseSource('', { database: this.url }, [])
    const scheduler = schedulerOf(this.#dialect)
    if (!settings || !scheduler) throw new Error('no such scheduler')
    const intake = new Intake({
      store: losesRuns
        ? {
            acceptObservations: () => Promise.reject(new Error('disk full')),
            acceptJobRuns: () => Promise.reject(new Error('disk full')),
            claimsSeeWrites: false,
          }
        : this.store,
      clock: systemClock,
      openIntake: { openTime: ALWAYS_OPEN, begin: () => undefined },
      pendingMax: 10_000,
      memoryRefusal: () => undefined,
      wake: () => undefined,
      onWriting: () => undefined,
      onAccepted: () => undefined,
      onRejected: () => undefined,
    })
    const store: CursorStore = {
      listSourceCursors: (...given) => this.store.listSourceCursors(...given),
      deleteSourceCursors: (...given) => this.store.deleteSourceCursors(...given),
      findSourceCursor: (source, name) => this.store.findSourceCursor(source, name),
      writeSourceCursors: (cursors, now) => {
        if (losesMarks) throw new Error('killed')
        return this.store.writeSourceCursors(cursors, now)
      },
    }
    const source = { name: SOURCE, scheduler, settings, database: this.#asked, seen: this.#seen }
    return pollSource({ store, intake, clock: systemClock, retentionMs }, source, () => Promise.resolve(true))
  }

  /** Nothing is known any more but what the store has. */
  async restart(): Promise<void> {
    await this.#asked.close()
    this.#asked = new AskedDatabase(this.url)
    this.#seen = new SeenRuns()
  }

  /** Everything that was taken in, the first first. */
  async runs(): Promise<readonly JobRun[]> {
    return (await this.store.listJobRuns({ source: SOURCE }, { limit: 2_000 })).toReversed()
  }

  async runIds(): Promise<readonly string[]> {
    return (await this.runs()).map(({ runId }) => runId)
  }

  async close(): Promise<void> {
    await this.#asked.close()
    await this.#client.end()
    await this.store.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
