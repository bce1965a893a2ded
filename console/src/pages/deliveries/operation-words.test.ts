import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeCount, describeDone, describeOperation } from './operation-words.ts'

const operation = { kind: 'retry', state: 'running', reason: null, changed: 12, skipped: 0 } as const

describe('an operation in words', () => {
  for (const { facts, sentence } of [
    { facts: {}, sentence: 'Under way: so far 12 are tried again.' },
    {
      facts: { state: 'done', kind: 'cancel', changed: 1, skipped: 3 },
      sentence: 'Done: 1 was cancelled, 3 were left alone.',
    },
    {
      facts: { state: 'stopped', kind: 'reroute', changed: 1_200, skipped: 1 },
      sentence: 'Stopped: 1,200 were re-routed, 1 was left alone. The others were not touched.',
    },
    {
      facts: { state: 'failed', reason: 'webhook 3 has been deleted', changed: 0 },
      sentence: 'It could not go on: webhook 3 has been deleted. 0 are tried again.',
    },
  ] as const) {
    it(`says: ${sentence}`, () => {
      assert.equal(describeOperation({ ...operation, ...facts }), sentence)
    })
  }

  it('says how many fit, and when nobody counted to the end', () => {
    assert.equal(describeCount({ matching: 1, more: false }), '1 delivery fits.')
    assert.equal(describeCount({ matching: 0, more: false }), 'No delivery fits: there is nothing to do.')
    assert.equal(describeCount({ matching: 10_000, more: true }), 'At least 10,000 deliveries fit.')
    assert.equal(
      describeCount({ matching: 0, more: true }),
      'None of the newest fits; there may be older ones that do.',
    )
    assert.equal(describeDone('retry', 2), '2 are tried again')
  })
})
