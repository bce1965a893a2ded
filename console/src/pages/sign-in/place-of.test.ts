import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { locationOf } from './place-of.ts'

describe('the place after the sign-in', () => {
  it('is the one that was asked for, with its search', () => {
    assert.equal(locationOf('/alerts?open=1'), '/alerts?open=1')
    assert.equal(locationOf('/'), '/')
  })

  for (const to of [undefined, '', 'alerts', 'https://evil.example', '//evil.example', '/\\evil.example']) {
    it(`is the start page for ${to}`, () => assert.equal(locationOf(to), '/'))
  }
})
