import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FairSet } from './bounded-map.ts'

describe('FairSet', () => {
  it('whoever brings very many pushes out the oldest of their own', () => {
    const set = new FairSet(10)
    for (const name of ['a', 'b', 'c']) set.add(`of ${name}`, name)
    for (let index = 0; index < 100; index += 1) set.add(`flood ${index}`, 'flood')

    assert.deepEqual(
      ['of a', 'of b', 'of c', 'flood 92', 'flood 93', 'flood 99'].map((key) => set.has(key)),
      [true, true, true, false, true, true],
    )
  })

  it('who comes late has room, at the cost of who has the most', () => {
    const set = new FairSet(10)
    for (let index = 0; index < 10; index += 1) set.add(`flood ${index}`, 'flood')
    for (let index = 0; index < 5; index += 1) set.add(`late ${index}`, 'late')
    set.add('late 5', 'late')

    assert.equal(set.has('flood 4'), false)
    assert.equal(set.has('flood 5'), true)
    assert.equal(set.has('late 0'), false, 'of two who have as many, who wants more')
    assert.equal(set.has('late 5'), true)
  })

  it('what was taken out leaves room, and may be brought by another', () => {
    const set = new FairSet(2)
    set.add('x', 'a')
    set.add('y', 'b')
    set.delete('x')
    set.delete('unknown')
    set.add('x', 'b')
    set.add('z', 'c')

    assert.deepEqual([set.has('x'), set.has('y'), set.has('z')], [true, false, true])
  })
})
