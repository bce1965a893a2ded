import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DELIVERY_STATES } from '../../../../src/domain/delivery/delivery.ts'
import { asDeliverySearch, filterOf, STATES } from './delivery-search.ts'

describe('asDeliverySearch', () => {
  it('understands what the page writes', () => {
    const search = {
      state: 'pending,failed',
      webhook: 7,
      alert: 3,
      event: 9,
      severity: 'high,medium',
      kind: 'alert',
      from: '2026-11-21T08:00:00.000Z',
      until: '2026-11-21T09:00:00.000Z',
      cursor: 'MTg4',
      open: 120,
      operation: 4,
    } as const

    assert.deepEqual(asDeliverySearch(search), search)
  })

  it('understands ids and lists as people write them', () => {
    assert.deepEqual(asDeliverySearch({ webhook: '7', state: ['failed', 'waiting'], range: '1h' }), {
      webhook: 7,
      state: 'waiting,failed',
      range: '1h',
    })
  })

  it('passes over what it does not understand', () => {
    const search = {
      state: 'lost,<b>',
      webhook: -1,
      alert: 1.5,
      event: 'x',
      severity: 4,
      kind: 'mail',
      range: 'toString',
      from: 'yesterday',
      until: {},
      cursor: 'a b',
      open: '9'.repeat(16),
    }

    assert.deepEqual(asDeliverySearch(search), {})
  })

  it('knows every state that the service has', () => {
    assert.deepEqual([...STATES].sort(), [...DELIVERY_STATES].sort())
  })

  it('takes all states together as no filter', () => {
    assert.deepEqual(asDeliverySearch({ state: STATES.join(','), severity: 'low,high' }), {
      severity: 'high,low',
    })
  })

  it('prefers exact times to a range', () => {
    assert.deepEqual(asDeliverySearch({ range: '1h', from: '2026-11-21T09:00:00+01:00' }), {
      from: '2026-11-21T08:00:00.000Z',
    })
  })
})

describe('filterOf', () => {
  it('leaves out what is open above the list, and where it goes on', () => {
    assert.deepEqual(filterOf({ state: 'failed', open: 1, operation: 2, cursor: 'MTg4' }), {
      state: 'failed',
    })
  })
})
