import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LONG_AHEAD, type Steps } from '../domain/steps.ts'
import { LongWork, PIECE_MS_MAX } from './long-work.ts'

/** A clock that each step of work moves on. */
class Work {
  readonly notified: string[] = []
  #now = 0

  readonly clock = { monotonic: () => this.#now }

  pass(ms: number): void {
    this.#now += ms
  }

  *steps(name: string, count: number, ms: number): Steps<string> {
    for (let step = 1; step <= count; step += 1) {
      this.#now += ms
      this.notified.push(`${name}${step}`)
      yield
    }
    return name
  }
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(() => resolve()))

describe('LongWork', () => {
  it('does at once what is short', async () => {
    const work = new Work()
    const long = new LongWork(work.clock)

    const done = long.run('a', work.steps('a', 3, 1))

    assert.deepEqual(work.notified, ['a1', 'a2', 'a3'])
    assert.equal(await done, 'a')
  })

  it('lets the event loop go round between two pieces', async () => {
    const work = new Work()
    const long = new LongWork(work.clock)

    const done = long.run('a', work.steps('a', 3, PIECE_MS_MAX))
    assert.deepEqual(work.notified, ['a1'])
    await nextTurn()
    assert.deepEqual(work.notified, ['a1', 'a2'])
    await nextTurn()

    assert.deepEqual(work.notified, ['a1', 'a2', 'a3'])
    assert.equal(await done, 'a')
  })

  it('gives a step that takes long by itself a piece of its own, unless next to nothing was done before', async () => {
    const work = new Work()
    const long = new LongWork(work.clock)
    function* parts(firstMs: number): Steps<string> {
      yield* work.steps('first', 1, firstMs)
      yield LONG_AHEAD
      return yield* work.steps('long', 1, PIECE_MS_MAX)
    }

    const quick = long.run('a', parts(0.1))
    assert.deepEqual(work.notified.splice(0), ['first1', 'long1'])
    await quick
    const slow = long.run('a', parts(PIECE_MS_MAX - 1))
    assert.deepEqual(work.notified, ['first1'])
    await nextTurn()

    assert.deepEqual(work.notified, ['first1', 'long1'])
    assert.equal(await slow, 'long')
  })

  it('does one piece in each turn, of one name after the other', async () => {
    const work = new Work()
    const long = new LongWork(work.clock)

    const all = [
      long.run('greedy', work.steps('a', 2, PIECE_MS_MAX)),
      long.run('greedy', work.steps('b', 2, PIECE_MS_MAX)),
      long.run('modest', work.steps('c', 2, PIECE_MS_MAX)),
    ]

    assert.deepEqual(await Promise.all(all), ['a', 'b', 'c'])
    assert.deepEqual(work.notified, ['a1', 'a2', 'c1', 'c2', 'b1', 'b2'])
  })

  it('rests after a piece for as long as that took, while there is anything else to do', async () => {
    const work = new Work()
    const long = new LongWork(work.clock)

    const all = Promise.all([long.run('a', work.steps('a', 1, 40)), long.run('b', work.steps('b', 1, 40))])
    const seen: number[] = []
    for (let turn = 0; turn < 5; turn += 1) {
      work.pass(15)
      await nextTurn()
      seen.push(work.notified.length)
    }

    assert.deepEqual(seen, [1, 1, 1, 2, 2])
    assert.deepEqual(await all, ['a', 'b'])
  })

  it('lets nobody begin while it rests', async () => {
    const work = new Work()
    const long = new LongWork(work.clock)

    const first = long.run('a', work.steps('a', 1, 40))
    const second = long.run('a', work.steps('b', 1, 1))
    assert.deepEqual(work.notified, ['a1'])

    assert.deepEqual(await Promise.all([first, second]), ['a', 'b'])
  })

  it('rejects as the work throws, and goes on with the rest', async () => {
    const work = new Work()
    const long = new LongWork(work.clock)
    function* failing(): Steps<string> {
      yield* work.steps('a', 2, PIECE_MS_MAX)
      throw new Error('no')
    }

    const failed = assert.rejects(long.run('a', failing()), { message: 'no' })
    const done = long.run('a', work.steps('b', 2, PIECE_MS_MAX))

    await failed
    assert.equal(await done, 'b')
  })
})
