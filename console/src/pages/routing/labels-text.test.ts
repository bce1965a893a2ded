import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readLabels } from './labels-text.ts'

describe('readLabels', () => {
  it('reads pairs from commas and lines, with or without quotes', () => {
    assert.deepEqual(readLabels('team=dba, env = "prod"\nquery=a=b'), {
      team: 'dba',
      env: 'prod',
      query: 'a=b',
    })
  })

  it('leaves out what is no pair', () => {
    assert.deepEqual(readLabels('team, =x, , env='), { env: '' })
  })
})
