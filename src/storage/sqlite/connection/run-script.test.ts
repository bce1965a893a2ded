import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Database from 'better-sqlite3'
import {
  change,
  changeEachLast,
  many,
  type NoValues,
  one,
  runStep,
  statement,
  takeLock,
  together,
  tryLock,
} from '../../transactions/transaction-script.ts'
import { ScriptRunner } from './run-script.ts'

interface Thing {
  readonly id: number
  readonly name: string | null
  readonly flag: number
}

const INSERT = statement<{ name: string | null; flag: boolean }, Thing>(
  'INSERT INTO things (name, flag) VALUES (@name, @flag) RETURNING *',
)
const RENAME = statement<{ id: number; name: string }>('UPDATE things SET name = @name WHERE id = @id')
const SELECT_ALL = statement<NoValues, Thing>('SELECT * FROM things ORDER BY id')

function open() {
  const db = new Database(':memory:')
  db.exec('CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT, flag INTEGER NOT NULL) STRICT')
  return new ScriptRunner(db)
}

describe('SQLite: running a script', () => {
  it('answers at once, with rows and with how many were changed', () => {
    const records = open()
    function* script() {
      yield* takeLock('people')
      const made = yield* one(INSERT, { name: null, flag: true })
      const counts = yield* together([
        change(RENAME, { id: 1, name: 'a' }),
        change(RENAME, { id: 2, name: 'b' }),
        runStep(() => 'done'),
      ])
      return { made, counts, isOurs: yield* tryLock('pruneAudit'), all: yield* many(SELECT_ALL, {}) }
    }

    assert.deepEqual(records.run(script()), {
      made: { id: 1, name: null, flag: 1 },
      counts: [1, 0, 'done'],
      isOurs: true,
      all: [{ id: 1, name: 'a', flag: 1 }],
    })
  })

  it('runs what goes together in its order', () => {
    const records = open()
    records.run(one(INSERT, { name: 'a', flag: false }))

    records.run(
      changeEachLast(
        RENAME,
        ['b', 'c', 'd'].map((name) => ({ id: 1, name })),
      ),
    )

    assert.equal(records.run(many(SELECT_ALL, {}))[0]?.name, 'd')
  })

  it('ends where a step fails', () => {
    const records = open()
    function* script() {
      yield* one(INSERT, { name: 'a', flag: false })
      yield* runStep(() => {
        throw new Error('no further')
      })
      yield* one(INSERT, { name: 'b', flag: false })
    }

    assert.throws(() => records.run(script()), /no further/)
    assert.equal(records.run(many(SELECT_ALL, {})).length, 1)
  })
})
