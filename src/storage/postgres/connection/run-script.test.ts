import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  change,
  changeLast,
  one,
  runStep,
  statement,
  takeLock,
  together,
  tryLock,
} from '../../transactions/transaction-script.ts'
import type { Rows, Transaction } from './database.ts'
import { runIn } from './run-script.ts'
import type { Value } from './statement.ts'

const SELECT = statement<{ id: number }, { id: number }>(
  ({ forUpdate }) => `SELECT * FROM things WHERE id = @id ${forUpdate}`,
)
const UPDATE = statement<{ id: number; name: string }>(
  'UPDATE things SET name = @name, old_name = coalesce(@name, name) WHERE id = @id',
)

/** Notes what is asked, and responses when the test says so. */
function watched() {
  const asked: (readonly [how: string, text: string, values: readonly Value[]])[] = []
  const waiting: (() => void)[] = []
  const note = (how: string, rows: readonly unknown[]) => {
    return async <Row>(text: string, values: readonly Value[] = []): Promise<Rows<Row>> => {
      asked.push([how, text, values])
      await new Promise<void>((resolve) => waiting.push(resolve))
      return { rows: rows as readonly Row[], count: 1 }
    }
  }
  const transaction: Transaction = {
    webhooksVersion: Promise.resolve(1),
    query: note('query', [{ id: 7, held: false }]),
    queryOnce: note('queryOnce', []),
    queryLast: note('queryLast', []),
    list: () => Promise.reject(new Error('not of a script')),
  }
  const answer = async () => {
    for (const resolve of waiting.splice(0)) resolve()
    await new Promise(setImmediate)
  }
  return { transaction, asked, answer }
}

describe('PostgreSQL: running a script', () => {
  it('gives each name the number of its first place', async () => {
    const { transaction, asked, answer } = watched()

    const result = runIn(transaction, change(UPDATE, { id: 3, name: 'x' }))
    await answer()

    assert.deepEqual(asked, [
      ['query', 'UPDATE things SET name = $1, old_name = coalesce($1, name) WHERE id = $2', ['x', 3]],
    ])
    assert.equal(await result, 1)
  })

  it('sends what goes together before any of it is answered, in its order, and the commit with the last', async () => {
    const { transaction, asked, answer } = watched()

    const result = runIn(
      transaction,
      together([one(SELECT, { id: 1 }), runStep(() => 'done'), changeLast(UPDATE, { id: 2, name: 'y' })]),
    )
    const sent = asked.map(([how, , values]) => [how, values])
    await answer()

    assert.deepEqual(sent, [
      ['query', [1]],
      ['queryLast', ['y', 2]],
    ])
    assert.deepEqual(await result, [{ id: 7, held: false }, 'done', 1])
  })

  it('goes on with a step only when the one before is answered', async () => {
    const { transaction, asked, answer } = watched()
    function* script() {
      yield* takeLock('people')
      const found = yield* one(SELECT, { id: 1 })
      return [found?.id, yield* tryLock('pruneAudit')]
    }

    const result = runIn(transaction, script())
    const counts = [asked.length]
    await answer()
    counts.push(asked.length)
    await answer()
    await answer()

    assert.deepEqual(counts, [1, 2])
    assert.deepEqual(await result, [7, false])
    assert.match(asked[0]?.[1] ?? '', /pg_advisory_xact_lock/)
    assert.match(asked[1]?.[1] ?? '', /WHERE id = \$1 FOR UPDATE$/)
    assert.match(asked[2]?.[1] ?? '', /pg_try_advisory_xact_lock/)
  })
})
