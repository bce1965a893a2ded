import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BodyBudget, type HeldBody } from './body-budget.ts'

describe('BodyBudget', () => {
  const givenUp: string[] = []
  const open = (budget: BodyBudget, name: string, bytes: number): HeldBody => {
    const held = budget.open(() => givenUp.push(name))
    held.hold(bytes)
    return held
  }

  it('has the bodies that have been arriving for the longest make room, as few as it takes', () => {
    givenUp.length = 0
    const budget = new BodyBudget(100)
    for (const name of ['first', 'second', 'third']) open(budget, name, 30)

    open(budget, 'fourth', 50)

    assert.deepEqual(givenUp, ['first', 'second'])
    assert.equal(budget.bytes, 80)
  })

  it('leaves alone what has arrived, and refuses what has no room beside it', () => {
    givenUp.length = 0
    const budget = new BodyBudget(100)
    open(budget, 'whole', 60).arrived()
    open(budget, 'half', 30)

    assert.throws(() => open(budget, 'large', 50), { code: 'unavailable', retryAfterMs: 1_000 })
    assert.deepEqual(givenUp, [], 'nobody has to go for what has no room all the same')
    open(budget, 'small', 40)
    assert.deepEqual(givenUp, ['half'])
  })

  it('has room again for what was released, once', () => {
    const budget = new BodyBudget(100)
    const held = open(budget, 'one', 100)

    held.release()
    held.release()

    assert.equal(budget.bytes, 0)
    open(budget, 'another', 100)
  })
})
