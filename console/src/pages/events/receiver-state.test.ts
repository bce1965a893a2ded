import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alertNameOf, alertLocationOf, knownOf, standingOf, webhookNameOf } from './receiver-state.ts'

const SINCE = '2026-11-21T09:00:00Z'

describe('what a receiver was sent', () => {
  it('is a state, or nothing', () => {
    assert.deepEqual(knownOf({ last_sent: 'high' }), { state: 'high' })
    assert.deepEqual(knownOf({ last_sent: 'cleared' }), { state: 'nothing', label: 'Nothing' })
  })

  it('is what it should know, or is under way to it, or out of sync', () => {
    assert.deepEqual(standingOf({ out_of_sync: false, out_of_sync_since: null }), 'in_sync')
    assert.deepEqual(standingOf({ out_of_sync: false, out_of_sync_since: SINCE }), 'under_way')
    assert.deepEqual(standingOf({ out_of_sync: true, out_of_sync_since: SINCE }), 'out_of_sync')
  })

  it('has the names of alert and webhook, or their numbers', () => {
    assert.equal(alertNameOf({ alert_id: 7, alert_name: 'Lag' }), 'Lag')
    assert.equal(alertNameOf({ alert_id: 7, alert_name: null }), 'Alert 7')
    assert.equal(webhookNameOf({ webhook_id: 3, webhook_name: null }), 'Webhook 3, deleted')
    const server = { alert_name: 'Lag', object_name: null, server_name: 'pg-1' }
    assert.equal(alertLocationOf(server), 'pg-1')
    assert.equal(alertLocationOf({ ...server, object_name: 'Lag' }), null)
  })
})
