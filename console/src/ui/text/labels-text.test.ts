import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readLabels, writeLabels } from './labels-text.ts'

describe('readLabels', () => {
  it('reads pairs from commas and lines, with or without quotes', () => {
    assert.deepEqual(readLabels('team=dba, env = "prod"\nquery=a=b'), {
      team: 'dba',
      env: 'prod',
      query: 'a=b',
    })
  })

  it('takes a name without a value for an empty one, and leaves out what has no name', () => {
    assert.deepEqual(readLabels('team, =x, , env='), { team: '', env: '' })
  })

  it('reads what writeLabels writes', () => {
    const labels = { team: 'dba', query: 'a=b' }
    assert.equal(writeLabels(labels), 'team=dba, query=a=b')
    assert.deepEqual(readLabels(writeLabels(labels)), labels)
    assert.equal(writeLabels(null), '')
  })
})
