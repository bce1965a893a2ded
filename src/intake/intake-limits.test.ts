import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SerialQueues, WAITING_CHARACTERS_MAX } from './intake-limits.ts'

describe('Turns', () => {
  it('lets one begin when the one before has ended, even badly, and another name at once', async () => {
    const turns = new SerialQueues()
    const notified: string[] = []
    const first = Promise.withResolvers<void>()
    const works = [
      turns.take('a', 1, async () => {
        notified.push('first begins')
        await first.promise
        notified.push('first ends')
        throw new Error('badly')
      }),
      turns.take('a', 1, async () => void notified.push('second')),
      turns.take('b', 1, async () => void notified.push('other')),
    ]
    await works[2]
    assert.deepEqual(notified, ['first begins', 'other'])

    first.resolve()
    const results = await Promise.allSettled(works)

    assert.deepEqual(notified, ['first begins', 'other', 'first ends', 'second'])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'fulfilled', 'fulfilled'],
    )
  })

  it('has room for so many and no more, and again for more when they have ended', async () => {
    const turns = new SerialQueues()
    const gate = Promise.withResolvers<void>()
    const waiting = Array.from({ length: 1_001 }, () => turns.take('a', 1, () => gate.promise))

    await assert.rejects(
      turns.take('a', 1, () => gate.promise),
      { code: 'unavailable' },
    )
    gate.resolve()
    await Promise.all(waiting)
    await turns.take('a', 1, () => gate.promise)
  })

  it('has room for so much and no more, but for one that is alone', async () => {
    const turns = new SerialQueues()
    const gate = Promise.withResolvers<void>()
    const first = turns.take('a', 2 * WAITING_CHARACTERS_MAX, () => gate.promise)

    await assert.rejects(
      turns.take('a', 1, () => gate.promise),
      { code: 'unavailable' },
    )
    await turns.take('b', 1, async () => undefined)
    gate.resolve()
    await first
    await Promise.all([1, 2].map(() => turns.take('a', WAITING_CHARACTERS_MAX / 2, () => gate.promise)))
  })
})
