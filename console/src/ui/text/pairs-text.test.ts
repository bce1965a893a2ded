import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readPairs, writePairs } from './pairs-text.ts'

describe('readPairs', () => {
  it('reads pairs from commas and lines, with or without quotes', () => {
    assert.deepEqual(readPairs('team=dba, env = "prod"\nquery=a=b'), {
      team: 'dba',
      env: 'prod',
      query: 'a=b',
    })
  })

  it('takes a name without a value for an empty one, and leaves out what has no name', () => {
    assert.deepEqual(readPairs('team, =x, , env='), { team: '', env: '' })
  })

  it('reads what writePairs writes', () => {
    const pairs = { team: 'dba', query: 'a=b' }
    assert.equal(writePairs(pairs), 'team=dba, query=a=b')
    assert.deepEqual(readPairs(writePairs(pairs)), pairs)
    assert.equal(writePairs(null), '')
  })
})
