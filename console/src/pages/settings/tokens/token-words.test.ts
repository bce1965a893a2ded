import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SCOPES as KNOWN } from '../../../../../src/domain/people/token.ts'
import { SCOPES } from '../../../api/scopes.ts'
import { purposeOf, stateOf } from './token-words.ts'

describe('tokens in words', () => {
  it('the purpose is known by the scopes, in any order', () => {
    assert.equal(purposeOf(['webhooks:write', 'webhooks:read']), 'scripts')
    assert.equal(purposeOf(['webhooks:write']), 'other')
  })

  it('offers every right that the service knows', () => {
    assert.deepEqual(SCOPES.map(({ scope }) => scope).sort(), Object.keys(KNOWN).sort())
  })

  it('a token ends by its time, or when it is revoked', () => {
    const now = Date.parse('2026-11-21T09:00:00Z')
    assert.equal(stateOf({ expires_at: null, revoked_at: null }, now), 'live')
    assert.equal(stateOf({ expires_at: '2026-11-21T09:00:01Z', revoked_at: null }, now), 'live')
    assert.equal(stateOf({ expires_at: '2026-11-21T09:00:00Z', revoked_at: null }, now), 'expired')
    assert.equal(stateOf({ expires_at: null, revoked_at: '2026-11-21T08:00:00Z' }, now), 'revoked')
  })
})
