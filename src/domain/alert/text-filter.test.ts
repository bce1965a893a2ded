import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asksForText, fitsText, parsePair } from './text-filter.ts'

const alert = {
  name: 'Replication lag',
  serverName: 'PG-Billing-3',
  labels: { team: 'dba', query: 'a=b' },
  others: ['orders', undefined, null],
}

describe('a filter by texts', () => {
  it('finds a part of the server, without regard to case', () => {
    assert.equal(fitsText({ server: 'billing' }, alert), true)
    assert.equal(fitsText({ server: 'orders' }, alert), false)
    assert.equal(fitsText({ server: 'billing' }, { name: 'x', serverName: null }), false)
  })

  it('searches name, server, labels and the other texts', () => {
    for (const search of ['LAG', 'billing-3', 'DBA', 'order', 'a=b'])
      assert.equal(fitsText({ search }, alert), true)
    assert.equal(fitsText({ search: 'payments' }, alert), false)
  })

  it('takes labels as they are, all of them', () => {
    assert.equal(fitsText({ labels: [['team', 'dba']] }, alert), true)
    assert.equal(fitsText({ labels: [['team', 'DBA']] }, alert), false)
    const both = [['team', 'dba'] as const, ['env', 'prod'] as const]
    assert.equal(fitsText({ labels: both }, alert), false)
  })

  it('reads a label up to its first equals sign', () => {
    assert.deepEqual(parsePair('query=a=b'), ['query', 'a=b'])
    assert.deepEqual(parsePair('team='), ['team', ''])
    for (const text of ['team', '=dba', '']) assert.equal(parsePair(text), undefined)
  })

  it('asks for nothing if it is empty', () => {
    assert.equal(asksForText({}), false)
    assert.equal(asksForText({ search: 'x' }), true)
  })
})
