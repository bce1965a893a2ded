import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asAlertSearch, isNarrowed, statesOf } from './alert.ts'

describe('the address of the alerts', () => {
  it('asks for what is active unless it says otherwise', () => {
    assert.deepEqual(asAlertSearch({}), {})
    assert.deepEqual(statesOf({}), ['high', 'medium', 'low'])
    assert.deepEqual(statesOf({ state: 'high' }), ['high'])
    assert.deepEqual(statesOf({ view: 'past' }), ['cleared'])
    assert.deepEqual(asAlertSearch({ view: 'stale', state: 'high' }), { view: 'stale', state: 'high' })
    assert.deepEqual(statesOf({ view: 'stale', state: 'high' }), ['high'])
    assert.deepEqual(asAlertSearch({ view: 'longest' }), { view: 'longest' })
    assert.deepEqual(statesOf({ view: 'longest', state: 'low' }), ['low'])
  })

  it('passes over what it does not understand', () => {
    const search = asAlertSearch({ view: 'all', state: 'purple', name: '', open: 'x', event: -1, more: 1 })
    assert.deepEqual(search, {})
  })

  it('takes numbers for names, and a state cleared for the past', () => {
    assert.deepEqual(asAlertSearch({ name: 12, state: 'cleared', open: '7' }), {
      view: 'past',
      name: '12',
      open: 7,
    })
  })

  it('knows whether anything narrows the list', () => {
    assert.equal(isNarrowed({ view: 'past', open: 1 }), false)
    assert.equal(isNarrowed({ source: 'prometheus' }), true)
  })
})
