import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asOverviewSearch } from './overview-search.ts'

describe('asOverviewSearch', () => {
  it('understands a span', () => {
    assert.deepEqual(asOverviewSearch({ range: '7d' }), { range: '7d' })
  })

  it('keeps the address short for the usual one, and passes over what it does not know', () => {
    for (const range of ['1h', '2y', 'toString', 7, null]) assert.deepEqual(asOverviewSearch({ range }), {})
  })
})
