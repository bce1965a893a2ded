import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asNewWebhookSearch, asWebhookSearch, asWebhookTab, isFiltered } from './webhook-search.ts'

describe('the addresses of the pages of webhooks', () => {
  it('hold what is looked for, and pass over what is not understood', () => {
    assert.deepEqual(asWebhookSearch({ search: 'ops', health: 'failing', enabled: true, type: 'JOB' }), {
      search: 'ops',
      health: 'failing',
      enabled: true,
      type: 'JOB',
    })
    assert.deepEqual(asWebhookSearch({ search: 42 }), { search: '42' })
    assert.deepEqual(asWebhookSearch({ label: ['team=dba'] }), { tag: ['team=dba'] })
    assert.deepEqual(asWebhookSearch({ search: '', health: 'ill', enabled: 'yes', type: 'X', more: 1 }), {})
    assert.equal(isFiltered(asWebhookSearch({ health: 'ill' })), false)
  })

  it('hold where a new webhook starts from', () => {
    assert.deepEqual(asNewWebhookSearch({ preset: 'slack-blocks' }), { preset: 'slack-blocks' })
    assert.deepEqual(asNewWebhookSearch({ copy: 7, preset: 'slack-blocks' }), { copy: 7 })
    assert.deepEqual(asNewWebhookSearch({ copy: '-1', preset: '../x' }), {})
  })

  it('hold the tab, unless it is the first one', () => {
    assert.deepEqual(asWebhookTab({ tab: 'signing' }), { tab: 'signing' })
    assert.deepEqual(asWebhookTab({ tab: 'overview' }), {})
    assert.deepEqual(asWebhookTab({ tab: 'elsewhere' }), {})
    assert.deepEqual(asWebhookTab({ tab: 'receiver-state', out_of_sync: true }), {
      tab: 'receiver-state',
      out_of_sync: true,
    })
    assert.deepEqual(asWebhookTab({ tab: 'test', out_of_sync: true }), { tab: 'test' })
    assert.deepEqual(asWebhookTab({ tab: 'receiver-state', out_of_sync: 'yes' }), { tab: 'receiver-state' })
  })
})
