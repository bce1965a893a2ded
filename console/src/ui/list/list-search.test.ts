import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { idIn, instantIn, onlyGiven, textIn, wordsIn } from './list-search.ts'

describe('values in the address', () => {
  it('a text may have been taken for a number, and is trimmed and bounded', () => {
    assert.equal(textIn(12), '12')
    assert.equal(textIn('  lag '), 'lag')
    assert.equal(textIn('x'.repeat(600))?.length, 500)
    assert.equal(textIn('   '), undefined)
    assert.equal(textIn({}), undefined)
  })

  it('an id is a whole number above zero', () => {
    assert.equal(idIn('12'), 12)
    assert.equal(idIn(12), 12)
    for (const wrong of [0, -1, 1.5, '1e3', 'x', null, 1e300]) assert.equal(idIn(wrong), undefined)
  })

  it('words keep their order, each once, and unknown ones are passed over', () => {
    assert.equal(wordsIn('low,high,high,x', ['high', 'low']), 'high,low')
    assert.equal(wordsIn(['low'], ['high', 'low']), 'low')
    assert.equal(wordsIn('x', ['high']), undefined)
  })

  it('shows a time in UTC, and leaves out what is not a time', () => {
    assert.equal(instantIn('2026-11-21T10:00:00+01:00'), '2026-11-21T09:00:00.000Z')
    assert.equal(instantIn('yesterday'), undefined)
  })

  it('what is undefined does not stand in the address', () => {
    assert.deepEqual(Object.keys(onlyGiven<{ a?: string; b?: number }>({ a: undefined, b: 1 })), ['b'])
  })
})
