import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { webhookNameOf } from '../events/receiver-state.ts'
import { locationOf } from './listed-delivery.ts'

const event = { kind: 'alert', name: 'Disk', object_name: null, server_name: null } as const

describe('what a list shows of a delivery', () => {
  it('says the object, or else the server, but not the name twice', () => {
    assert.equal(locationOf({ ...event, object_name: 'orders', server_name: 'db-1' }), 'orders')
    assert.equal(locationOf({ ...event, server_name: 'db-1' }), 'db-1')
    assert.equal(locationOf({ ...event, object_name: 'Disk', server_name: 'db-1' }), null)
    assert.equal(locationOf(event), null)
  })

  it('says of a deleted webhook that it is', () => {
    assert.equal(webhookNameOf({ webhook_id: 7, webhook_name: 'Slack' }), 'Slack')
    assert.equal(webhookNameOf({ webhook_id: 7, webhook_name: null }), 'Webhook 7, deleted')
  })
})
