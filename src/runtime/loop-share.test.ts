import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LoopShare } from './long-work.ts'

describe('LoopShare', () => {
  it('lets whoever comes go on at once, until the turn has had its bytes', () => {
    const share = new LoopShare(100)

    assert.equal(share.take(60), undefined)
    assert.equal(share.take(40), undefined)
    assert.ok(share.take(1) instanceof Promise)
  })

  it('goes on in the next turns, in the order in which they came, each time with no more than a turn may have', async () => {
    const share = new LoopShare(100)
    const gone: number[] = []
    const take = (index: number) => void share.take(40)?.then(() => gone.push(index))
    for (let index = 0; index < 7; index += 1) take(index)

    const seen: number[] = []
    for (let turn = 0; turn < 4; turn += 1) {
      await nextTurn()
      seen.push(gone.length)
    }

    assert.deepEqual(gone, [2, 3, 4, 5, 6])
    assert.ok(
      seen.every((count, index) => count - (seen[index - 1] ?? 0) <= 2),
      seen.join(),
    )
  })

  it('has a turn for what is larger than any', async () => {
    const share = new LoopShare(100)
    void share.take(100)
    const gone: string[] = []
    void share.take(1_000)?.then(() => gone.push('large'))
    void share.take(1)?.then(() => gone.push('small'))

    await nextTurn()
    assert.deepEqual(gone, ['large'])
    await nextTurn()
    assert.deepEqual(gone, ['large', 'small'])
  })

  it('has room again after a quiet turn', async () => {
    const share = new LoopShare(100)
    void share.take(100)
    await nextTurn()
    await nextTurn()

    assert.equal(share.take(100), undefined)
  })
})
