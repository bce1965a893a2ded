import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isStillContending, shareOut } from './shares.ts'

const healthy = (capacity: number) => ({ capacity, isFailing: false })
const failing = (capacity: number) => ({ capacity, isFailing: true })

describe('shareOut', () => {
  const cases: readonly (readonly [string, Parameters<typeof shareOut>, readonly number[]])[] = [
    ['equal shares', [[healthy(99), healthy(99), healthy(99)], { all: 30, forFailing: 30 }], [10, 10, 10]],
    [
      'all of it, even if it cannot be divided',
      [[healthy(9), healthy(9), healthy(9)], { all: 8, forFailing: 8 }],
      [3, 3, 2],
    ],
    [
      'what one has no room for, to the others',
      [[healthy(2), healthy(99), healthy(99)], { all: 30, forFailing: 30 }],
      [2, 14, 14],
    ],
    ['one each for the first', [[healthy(9), healthy(9), healthy(9)], { all: 2, forFailing: 2 }], [1, 1, 0]],
    [
      'failing ones together',
      [[failing(9), healthy(9), failing(9), failing(9)], { all: 20, forFailing: 7 }],
      [5, 5, 2, 0],
    ],
    ['nothing where nothing is free', [[healthy(9), failing(9)], { all: 0, forFailing: 0 }], [0, 0]],
    ['nothing below zero', [[failing(9), healthy(0)], { all: 4, forFailing: -3 }], [0, 0]],
    ['nobody', [[], { all: 4, forFailing: 4 }], []],
  ]
  for (const [name, given, shares] of cases) it(name, () => assert.deepEqual(shareOut(...given), shares))
})

describe('isStillContending', () => {
  it('goes on with those that took all of their share, or had none yet', () => {
    assert.equal(isStillContending({ share: 3, taken: 3, capacity: 1 }), true)
    assert.equal(isStillContending({ share: 3, taken: 3, capacity: 0 }), false)
    assert.equal(isStillContending({ share: 3, taken: 2, capacity: 5 }), false)
    assert.equal(isStillContending({ share: 0, taken: 0, capacity: 5 }), true)
  })
})
