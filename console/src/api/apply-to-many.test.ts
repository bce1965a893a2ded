import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { applyToMany } from './apply-to-many.ts'

const ids = Array.from({ length: 30 }, (_, index) => index + 1)

describe('applyToMany', () => {
  it('does it to each once, a few at a time', async () => {
    const done: number[] = []
    let under = 0
    let most = 0
    const { doneCount, refusals } = await applyToMany(ids, async (id) => {
      under += 1
      most = Math.max(most, under)
      await Promise.resolve()
      done.push(id)
      under -= 1
    })

    assert.deepEqual(
      done.toSorted((one, other) => one - other),
      ids,
    )
    assert.equal(doneCount, 30)
    assert.equal(refusals.size, 0)
    assert.ok(most > 1 && most <= 4, `${most} at a time`)
  })

  it('goes on after a refusal, and counts the reasons', async () => {
    const { doneCount, refusals } = await applyToMany(ids, (id) =>
      id % 10 === 0 ? Promise.reject(new Error('It has ended.')) : Promise.resolve(),
    )

    assert.equal(doneCount, 27)
    assert.deepEqual([...refusals], [['It has ended.', 3]])
  })
})
