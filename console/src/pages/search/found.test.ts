import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { labelsIn, serversIn } from './found.ts'

const alert = (name: string | null, labels: Readonly<Record<string, string>> = {}) => ({
  server: { id: null, name, address: null, port: null },
  labels,
})

describe('the search', () => {
  it('finds each server once, if its name has the text', () => {
    const found = serversIn(
      [alert('pg-billing-1'), alert('PG-billing-1'), alert('pg-web'), alert(null)],
      'BILL',
    )
    assert.deepEqual(
      found.map(({ title, search }) => [title, search]),
      [
        ['pg-billing-1', { server: 'pg-billing-1' }],
        ['PG-billing-1', { server: 'PG-billing-1' }],
      ],
    )
  })

  it('finds labels by their values', () => {
    const found = labelsIn([alert('a', { team: 'dba', env: 'prod' }), alert('b', { team: 'dba' })], 'db')
    assert.deepEqual(
      found.map(({ title }) => title),
      ['team=dba'],
    )
  })
})
