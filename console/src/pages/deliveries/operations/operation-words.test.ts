import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  describeAction,
  describeCount,
  describeDone,
  describePreview,
  describeOperation,
} from './operation-words.ts'

const counts = { cancelled: 0, webhook_disabled: 0, notified: 0, already_notified: 0 }
const operation = {
  ...counts,
  kind: 'retry',
  state: 'running',
  reason: null,
  changed: 12,
  skipped: 0,
} as const

describe('an operation in words', () => {
  for (const { facts, sentence } of [
    { facts: {}, sentence: 'Under way: so far 12 are tried again.' },
    {
      facts: { state: 'done', kind: 'cancel', changed: 1, skipped: 3 },
      sentence: 'Done: 1 was cancelled, 3 were left alone.',
    },
    {
      facts: { state: 'stopped', kind: 'reroute', changed: 1_200, notified: 1_200, skipped: 1 },
      sentence: 'Stopped: 1,200 sent to the other webhook, 1 was left alone. The others were not touched.',
    },
    {
      facts: { state: 'done', kind: 'reroute', changed: 608, cancelled: 608, already_notified: 608 },
      sentence: 'Done: 0 sent to the other webhook, 608 were sent there already, 608 cancelled here.',
    },
    {
      facts: { state: 'done', changed: 30, webhook_disabled: 12 },
      sentence: 'Done: 18 queued, 12 wait until their webhooks are enabled.',
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
    assert.equal(describeCount({ matching: 1, more: false }), '1 delivery matches.')
    assert.equal(describeCount({ matching: 0, more: false }), 'No delivery matches: there is nothing to do.')
    assert.equal(describeCount({ matching: 10_000, more: true }), 'At least 10,000 deliveries match.')
    assert.equal(describeCount({ matching: 0, more: true }), 'None of the newest matches; older ones may.')
    assert.equal(describeDone('retry', 2), '2 are tried again')
  })

  it('says before the click that nobody would be notified, or not yet', () => {
    const fits = { ...counts, matching: 608, more: false }
    assert.equal(
      describePreview('reroute', { ...fits, cancelled: 608, already_notified: 608 }),
      'The other webhook gets nothing new: it was notified already, or will be. 608 are cancelled here.',
    )
    assert.equal(
      describePreview('reroute', { ...fits, notified: 600, already_notified: 8 }),
      'The other webhook is notified of 600; 8 were sent there already.',
    )
    assert.equal(
      describePreview('retry', { ...fits, webhook_disabled: 12 }),
      '12 of them wait until the webhook is enabled.',
    )
    assert.equal(
      describeAction('reroute', { ...fits, cancelled: 608, already_notified: 608 }),
      'Cancel them here',
    )
    assert.equal(describeAction('reroute', { ...fits, notified: 1 }), 'Reroute them')
    assert.equal(describeAction('retry', undefined), 'Retry them')
    assert.equal(describePreview('retry', fits), null)
    assert.equal(describePreview('cancel', { ...fits, cancelled: 608 }), null)
  })
})
