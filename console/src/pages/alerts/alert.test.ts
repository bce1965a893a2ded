import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deedOf, placeOf, type AlertEvent } from './alert.ts'

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
    assert.equal(placeOf({ ...nowhere, server, object: { type: 'server', name: 'pg-1' } }), 'pg-1')
    const table = { ...nowhere, server, database: 'orders', schema: 'public', database_object: 'lines' }
    assert.equal(
      placeOf({ ...table, object: { type: 'table', name: 'lines' } }),
      'pg-1 · orders · public.lines',
    )
    assert.equal(placeOf({ ...nowhere, server: { ...nowhere.server, address: '10.0.0.1' } }), '10.0.0.1')
    assert.equal(placeOf(nowhere), '')
  })

  it('tells the silence of a monitor from a clear', () => {
    const event = { old_state: 'high', new_state: 'cleared', ended_by: 'silence' } as AlertEvent
    assert.equal(deedOf(event), 'No longer reported')
    assert.equal(deedOf({ ...event, ended_by: 'monitor' }), 'Cleared')
    assert.equal(deedOf({ ...event, ended_by: 'person' }), 'Cleared by hand')
    assert.equal(deedOf({ ...event, old_state: 'cleared', new_state: 'low', ended_by: null }), 'Raised')
    assert.equal(deedOf({ ...event, new_state: 'low', ended_by: null }), 'Changed')
  })
})
