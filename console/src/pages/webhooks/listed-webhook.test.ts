import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hostOf, toListQuery } from './listed-webhook.ts'

describe('the list of webhooks', () => {
  it('asks the API for what the address says', () => {
    assert.deepEqual(toListQuery({}), { view: 'brief' })
    assert.deepEqual(toListQuery({ search: 'ops', health: 'failing', enabled: false, type: 'JOB' }), {
      view: 'brief',
      search: 'ops',
      health: 'failing',
      enabled: false,
      payload_type: 'JOB',
    })
  })

  it('shows the host, and nothing of what may be secret', () => {
    assert.equal(hostOf('https://hooks.slack.com/services/***'), 'hooks.slack.com')
    assert.equal(hostOf('http://***@10.0.0.1:8080?key=***'), '10.0.0.1:8080')
    assert.equal(hostOf('nothing'), 'nothing')
  })
})
