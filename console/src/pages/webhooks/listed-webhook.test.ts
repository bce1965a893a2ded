import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addressOf, toListQuery } from './listed-webhook.ts'

describe('the list of webhooks', () => {
  it('asks the API for what the address says', () => {
    assert.deepEqual(toListQuery({}), { view: 'brief', order: 'worst', limit: 200 })
    assert.deepEqual(toListQuery({ order: 'id', not_called: '7d' }), { view: 'brief', not_called_for: '7d' })
    assert.deepEqual(
      toListQuery({ search: 'ops', health: 'failing', enabled: false, type: 'JOB', order: 'id' }),
      {
        view: 'brief',
        search: 'ops',
        health: 'failing',
        enabled: false,
        payload_type: 'JOB',
      },
    )
  })

  it('shows host and path, and nothing of what may be secret', () => {
    assert.equal(addressOf('https://hooks.slack.com/services/***'), 'hooks.slack.com/services/***')
    assert.equal(addressOf('http://***@10.0.0.1:8080/?key=***'), '10.0.0.1:8080')
    assert.equal(addressOf('nothing'), 'nothing')
  })
})
