import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isShort } from './list-length.ts'

describe('what follows every hint', () => {
  it('is whatever is no list, and a list of a few pages', () => {
    for (const data of [undefined, null, 'text', { id: 1 }, { pages: [] }, { pages: Array(4).fill(0) }]) {
      assert.equal(isShort(data), true)
    }
  })

  it('is not a list that somebody has unrolled far', () => {
    assert.equal(isShort({ pages: Array(5).fill(0) }), false)
  })
})
