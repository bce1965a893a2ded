import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isException, summariseNotified } from './explanation.ts'

const NONE = {
  waiting: 0,
  pending: 0,
  sending: 0,
  delivered: 0,
  failed: 0,
  cancelled: 0,
  superseded: 0,
  outdated: 0,
}

describe('who was notified, in a line', () => {
  it('adds up what is on the way, and names only what there is', () => {
    const counts = { ...NONE, delivered: 1_049, waiting: 3, pending: 7, sending: 1, failed: 2 }
    assert.equal(summariseNotified(counts), '1,049 notified, 11 on the way, 2 failed')
    assert.equal(summariseNotified({ ...NONE, superseded: 4 }), '4 superseded')
  })

  it('lists what did not arrive', () => {
    assert.deepEqual(Object.keys(NONE).filter(isException), [
      'waiting',
      'pending',
      'sending',
      'failed',
      'cancelled',
    ])
  })
})
