import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { saidOnce } from './problem.ts'

describe('a refusal is said once', () => {
  const state = { path: 'state', message: 'must be one of failed, cancelled' }
  const limit = { path: 'limit', message: 'must be a number' }

  it('in a sentence, if there is one mistake', () => {
    const sentence = 'state: must be one of failed, cancelled'
    assert.deepEqual(saidOnce(sentence, [state]), { sentence, issues: [] })
  })

  it('as a list, if there are several', () => {
    const sentence = 'state: must be one of failed, cancelled; limit: must be a number'
    assert.deepEqual(saidOnce(sentence, [state, limit]), { sentence: null, issues: [state, limit] })
  })

  it('in both, if the sentence says something else', () => {
    const sentence = 'The secrets are wrong.'
    assert.deepEqual(saidOnce(sentence, [state]), { sentence, issues: [state] })
    assert.deepEqual(saidOnce(sentence, []), { sentence, issues: [] })
  })
})
