import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AUDIT_ACTIONS, AUDIT_OBJECTS } from '../../../../../src/domain/audit/audit.ts'
import { ACTIONS, describeAction, fieldsOf, kindOf, labelOfAction, OBJECTS, valueOf } from './audit-log.ts'

describe('the audit log in words', () => {
  it('says what was done to what', () => {
    assert.equal(describeAction({ action: 'webhook.changed', object_type: 'webhook' }), 'changed the webhook')
    assert.equal(labelOfAction('webhook.signing_rotated'), 'Webhook: signing rotated')
  })

  it('has words for everything that the service writes', () => {
    assert.deepEqual(
      AUDIT_ACTIONS.filter((action) => !(action in ACTIONS)),
      [],
    )
    assert.deepEqual(Object.keys(OBJECTS).sort(), [...AUDIT_OBJECTS].sort())
  })

  it('tells what it does not know as it is', () => {
    assert.equal(
      describeAction({ action: 'moon.landed_on' as 'webhook.changed', object_type: 'webhook' }),
      'moon: landed on: the webhook',
    )
  })

  it('says whether it was a user or a token: both may have one name', () => {
    const actor = { user_id: null, token_id: null, name: 'ci', address: null }
    assert.deepEqual([{ ...actor, user_id: 1 }, { ...actor, token_id: 1 }, actor].map(kindOf), [
      'user',
      'token',
      '',
    ])
  })

  it('names three fields, and how many more', () => {
    const changes = ['a', 'b', 'c', 'd', 'e'].map((field) => ({ field, from: null, to: 1 }))
    assert.equal(fieldsOf({ changes }), 'a, b, c and 2 more')
    assert.equal(fieldsOf({ changes: changes.slice(0, 4) }), 'a, b, c and 1 more')
    assert.equal(fieldsOf({ changes: changes.slice(0, 3) }), 'a, b, c')
  })

  it('nothing and the empty text are no values', () => {
    assert.equal(valueOf(null), null)
    assert.equal(valueOf(''), null)
    assert.equal(valueOf(false), 'no')
    assert.equal(valueOf(0), '0')
  })
})
