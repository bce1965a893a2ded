import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { createEngine } from '../../../src/storage/sqlite/engine/engine.ts'
import { runBatch } from '../../../src/storage/sqlite/engine/group-commit.ts'
import { migrate } from '../../../src/storage/sqlite/migrate.ts'
import { AUTHOR, NOW } from '../../support/build.ts'
import {
  AUDITED_TABLES,
  AUDITED_WRITES,
  makeThings,
  type AuditedWrite,
} from '../suite/people/audited-writes.ts'

const PAGE = { limit: 100 }

/** A database whose commits can be made to fail. */
function open() {
  const real = new Database(':memory:')
  migrate(real)
  let failing = false
  const db = new Proxy(real, {
    get(target, name) {
      if (name === 'exec') {
        return (sql: string) => {
          if (sql === 'COMMIT' && failing) throw Object.assign(new Error('I/O'), { code: 'SQLITE_IOERR' })
          return target.exec(sql)
        }
      }
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  const engine = createEngine(db)
  const run = (...calls: readonly AuditedWrite[]) =>
    runBatch(
      db,
      engine,
      calls.map((call, id) => ({ ...call, id })),
    ).map((result) => ('error' in result ? result.error : undefined))
  return {
    db: real,
    methods: engine.methods,
    run,
    failCommits: (value: boolean) => {
      failing = value
    },
  }
}

async function openWithThings() {
  const opened = open()
  await makeThings(opened.methods)
  return opened
}

/** All that there is, but the log. */
const stateOf = (db: Database.Database) =>
  AUDITED_TABLES.map((table) => db.prepare(`SELECT * FROM ${table}`).all())

describe('SQLite: a change and its entry in the audit log are one', () => {
  for (const write of AUDITED_WRITES) {
    it(`${write.method}: a commit that fails leaves neither`, async () => {
      const { db, methods, run, failCommits } = await openWithThings()
      const before = [stateOf(db), methods.listAudit({}, PAGE)]

      failCommits(true)
      const [error] = run(write)
      const after = [stateOf(db), methods.listAudit({}, PAGE)]
      failCommits(false)

      assert.equal((error as { code?: string } | undefined)?.code, 'unavailable')
      assert.deepEqual(after, before)
      assert.deepEqual(run(write), [undefined], 'and it can be made once the commit works again')
      assert.equal(methods.listAudit({ actorName: AUTHOR.name }, PAGE).length, 1)
    })

    it(`${write.method}: an entry that cannot be written takes the change back`, async () => {
      const { db, run } = await openWithThings()
      db.exec("CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'no entry'); END")
      const before = stateOf(db)

      // Beside another call that succeeds, as when many share a commit.
      const [error, other] = run(write, { method: 'checkHealth', args: [NOW] })

      assert.match(String(error), /no entry/)
      assert.equal(other, undefined)
      assert.deepEqual(stateOf(db), before)
    })
  }
})
