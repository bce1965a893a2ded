import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import Sqlite from 'better-sqlite3'
import { Client } from 'pg'
import { ALWAYS_OPEN } from '../../src/domain/open-time.ts'
import { Intake } from '../../src/intake/intake.ts'
import { openPostgresStore } from '../../src/storage/postgres/store.ts'
import { openSqliteStore } from '../../src/storage/sqlite/engine/store.ts'
import type { Store } from '../../src/storage/store.ts'
import { jobRunReport, observation } from '../support/build.ts'
import { createTestDatabase } from '../support/databases/test-engine.ts'
import { FakeClock } from '../support/time/fake-clock.ts'

const KEYS = ['good 1', 'bad', 'good 2']

function intakeOf(store: Store): Intake {
  return new Intake({
    store,
    clock: new FakeClock(),
    openIntake: { openTime: ALWAYS_OPEN, begin: () => undefined },
    pendingMax: 100,
    memoryRefusal: () => undefined,
    wake: () => undefined,
    onWriting: () => undefined,
    onAccepted: () => undefined,
    onRejected: () => undefined,
  })
}

async function assertKeepsOthers(store: Store, listKeys: () => Promise<readonly unknown[]>): Promise<void> {
  const intake = intakeOf(store)
  const batch = intake.acceptObservations(KEYS.map((key) => observation({ key, name: `alert ${key}` })))
  await assert.rejects(
    batch,
    /^AppError: 1 of 3 reports .*: "alert bad" \(key "bad"\) of api \(.*not this one/,
  )
  assert.deepEqual(await listKeys(), ['good 1', 'good 2'])
  const runs = intake.acceptJobRuns(KEYS.map((runId) => jobRunReport({ runId })))
  await assert.rejects(runs, /^AppError: 1 of 3 reports .*: run "bad" of job/)
}

describe('a batch with one report that the database refuses', () => {
  it('keeps the others on SQLite, and names the one', async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'tocsin-refused-'))
    context.after(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
    const file = join(folder, 'tocsin.db')
    const { store: first } = await openSqliteStore({ file, sizeMax: 2 ** 30, now: 0 }, () => undefined)
    await first.close()
    const db = new Sqlite(file)
    db.exec(`CREATE TRIGGER refuse BEFORE INSERT ON alerts WHEN new.key = 'bad'
      BEGIN SELECT raise(ABORT, 'not this one'); END;
      CREATE TRIGGER refuse_run BEFORE INSERT ON job_run_keys WHEN new.run_id = 'bad'
      BEGIN SELECT raise(ABORT, 'not this one'); END`)
    db.close()
    const { store } = await openSqliteStore({ file, sizeMax: 2 ** 30, now: 0 }, () => undefined)
    context.after(() => store.close())

    await assertKeepsOthers(store, async () => {
      const reader = new Sqlite(file, { readonly: true })
      const keys = reader.prepare('SELECT key FROM alerts ORDER BY id').pluck().all()
      reader.close()
      return keys
    })
  })

  it('keeps the others on PostgreSQL, and names the one', async (context) => {
    const url = await createTestDatabase()
    const client = new Client({ connectionString: url })
    await client.connect()
    context.after(() => client.end())
    await client.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE 'not this one'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON alerts FOR EACH ROW WHEN (NEW.key = 'bad') EXECUTE FUNCTION refuse();
      CREATE TRIGGER refuse BEFORE INSERT ON job_run_keys FOR EACH ROW WHEN (NEW.run_id = 'bad') EXECUTE FUNCTION refuse()`)
    const { store } = await openPostgresStore({ url, poolMax: 3 })
    context.after(() => store.close())

    await assertKeepsOthers(store, async () => {
      const { rows } = await client.query<{ key: string }>('SELECT key FROM alerts ORDER BY id')
      return rows.map(({ key }) => key)
    })
  })
})
