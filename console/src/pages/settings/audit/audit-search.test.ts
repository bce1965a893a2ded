import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asAuditSearch, isNarrowed, queryOf } from './audit-log.ts'

describe('the address of the audit log', () => {
  it('an id needs the kind of thing beside it, for ids are counted by kind', () => {
    assert.deepEqual(asAuditSearch({ id: 7 }), {})
    assert.deepEqual(queryOf(asAuditSearch({ object: 'webhook', id: '7' })), {
      object_type: 'webhook',
      object_id: 7,
    })
  })

  it('passes over what it does not understand', () => {
    assert.deepEqual(asAuditSearch({ action: 'webhook.exploded', object: 'x', from: 'then', open: 'a' }), {})
  })

  it('an unfolded entry narrows nothing', () => {
    assert.equal(isNarrowed({ open: 3 }), false)
    assert.equal(isNarrowed({ actor: 'ada' }), true)
  })
})
