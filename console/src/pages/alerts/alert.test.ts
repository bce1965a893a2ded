import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeChange, locationOf, runbookOf, type AlertEvent } from './alert.ts'

const nowhere = {
  server: { id: null, name: null, address: null, port: null },
  database: null,
  schema: null,
  database_object: null,
  object: { type: null, name: null },
}

describe('an alert in words', () => {
  it('its place goes from the server to the table, and names nothing twice', () => {
    const server = { ...nowhere.server, name: 'pg-1' }
    assert.equal(locationOf({ ...nowhere, server, object: { type: 'server', name: 'pg-1' } }), 'pg-1')
    const table = { ...nowhere, server, database: 'orders', schema: 'public', database_object: 'lines' }
    assert.equal(
      locationOf({ ...table, object: { type: 'table', name: 'lines' } }),
      'pg-1 · orders · public.lines',
    )
    assert.equal(locationOf({ ...nowhere, server: { ...nowhere.server, address: '10.0.0.1' } }), '10.0.0.1')
    assert.equal(locationOf(nowhere), '')
  })

  it('tells the silence of a monitor from a clear', () => {
    const event = { old_state: 'high', new_state: 'cleared', ended_by: 'expired' } as AlertEvent
    assert.equal(describeChange(event), 'No longer reported')
    assert.equal(describeChange({ ...event, ended_by: 'monitor' }), 'Cleared')
    assert.equal(describeChange({ ...event, ended_by: 'person' }), 'Cleared by hand')
    assert.equal(
      describeChange({ ...event, old_state: 'cleared', new_state: 'low', ended_by: null }),
      'Raised',
    )
    assert.equal(describeChange({ ...event, new_state: 'low', ended_by: null }), 'Changed')
  })
})

describe('the runbook of an alert', () => {
  it('is an address that its monitor gave, and nothing else', () => {
    const url = 'https://wiki.example.com/lag'
    assert.equal(runbookOf({ annotations: { runbook_url: url }, labels: {} }), url)
    assert.equal(runbookOf({ annotations: {}, labels: { runbook: url } }), url)
    assert.equal(runbookOf({ annotations: { runbook: 'javascript:alert(1)' }, labels: {} }), undefined)
  })
})
