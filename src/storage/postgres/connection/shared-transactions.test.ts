import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '../../../domain/errors.ts'
import { SharedTransactions, type Entry } from './shared-transactions.ts'

/** The result of each item is itself in capitals; `bad` is what the database refuses. */
function setup(run: (items: readonly string[]) => void = () => undefined) {
  const batches: (readonly string[])[] = []
  const shared = new SharedTransactions<string, string>(
    async (entries: readonly Entry<string>[]) => {
      const items = entries.map(({ item }) => item)
      batches.push(items)
      await Promise.resolve()
      run(items)
      if (items.includes('bad')) throw new Error('refused')
      return items.map((item) => item.toUpperCase())
    },
    (item) => item.length,
  )
  return { shared, batches }
}

describe('SharedTransactions', () => {
  it('gives calls of one turn one transaction, and each its own answers', async () => {
    const { shared, batches } = setup()

    const results = await Promise.all([['a', 'b'], ['c'], []].map((items) => shared.submit(items, 1)))

    assert.deepEqual(results, [['A', 'B'], ['C'], []])
    assert.deepEqual(batches, [['a', 'b', 'c']])
  })

  it('takes no more into one transaction than may be, but a call that is larger', async () => {
    const batches: (readonly string[])[] = []
    const shared = new SharedTransactions<string, string>(
      async (entries) => {
        batches.push(entries.map(({ item }) => item))
        return entries.map(({ item }) => item)
      },
      () => 0,
      () => 2,
    )

    await Promise.all([['a'], ['b'], ['c'], ['d', 'e', 'f']].map((items) => shared.submit(items, 1)))

    assert.deepEqual(batches, [['a', 'b'], ['c'], ['d', 'e', 'f']])
  })

  it('gathers what comes while one is under way, and keeps the order', async () => {
    const late: Promise<readonly string[]>[] = []
    const { shared, batches } = setup((items) => {
      if (items.includes('first')) late.push(...['second', 'third'].map((item) => shared.submit([item], 1)))
    })

    await shared.submit(['first'], 1)
    await Promise.all(late)

    assert.deepEqual(batches, [['first'], ['second', 'third']])
  })

  it('puts no more than 500 entries or 4 million characters into one, but for a call that is larger alone', async () => {
    const { shared, batches } = setup()
    const calls = [
      Array(300).fill('a'),
      Array(200).fill('b'),
      ['c'],
      Array(900).fill('d'),
      ['e'.repeat(4_000_000)],
      ['f'],
    ]

    await Promise.all(calls.map((items) => shared.submit(items, 1)))

    assert.deepEqual(
      batches.map((items) => [items.length, items[0]?.[0]]),
      [
        [500, 'a'],
        [1, 'c'],
        [900, 'd'],
        [1, 'e'],
        [1, 'f'],
      ],
    )
  })

  it('rejects only the calls that are refused, however many share the transaction', async () => {
    const { shared } = setup()
    const items = ['a', 'b', 'bad', 'c', 'd', 'bad', 'e']

    const outcomes = await Promise.allSettled(items.map((item) => shared.submit([item], 1)))

    assert.deepEqual(
      outcomes.map(({ status }) => status === 'rejected'),
      items.map((item) => item === 'bad'),
    )
  })

  it('rejects all that share it, and tries none again, when the database is unavailable', async () => {
    const { shared, batches } = setup(() => {
      throw new AppError('unavailable', 'gone')
    })

    const outcomes = await Promise.allSettled(['a', 'b', 'c'].map((item) => shared.submit([item], 1)))

    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'rejected', 'rejected'],
    )
    assert.equal(batches.length, 1)
  })
})
