import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeDelivery, describeHold } from './delivery-sentence.ts'

const now = Date.parse('2026-11-21T09:00:00Z')
const delivery = { state: 'pending', attempts_made: 0, due_at: '2026-11-21T08:59:59Z', last_reason: null }

describe('describeDelivery', () => {
  for (const { facts, sentence } of [
    {
      facts: { state: 'failed', attempts_made: 9, due_at: null, last_reason: 'HTTP 503' },
      sentence: 'Failed after 9 attempts: HTTP 503. Nothing more will be tried unless you retry.',
    },
    {
      facts: { state: 'delivered', attempts_made: 1, due_at: null, last_reason: 'HTTP 200' },
      sentence: 'Delivered with the first attempt: HTTP 200.',
    },
    {
      facts: { state: 'cancelled', attempts_made: 0, due_at: null, last_reason: 'by hand' },
      sentence: 'Cancelled before the first attempt: by hand. Nothing more will be tried unless you retry.',
    },
    { facts: { state: 'sending', attempts_made: 2 }, sentence: 'Attempt 2 is under way right now.' },
    { facts: {}, sentence: 'It is due, and is sent as soon as its turn comes.' },
    {
      facts: { attempts_made: 3, due_at: '2026-11-21T09:05:00Z', last_reason: 'HTTP 503' },
      sentence: 'Attempt 4 comes in 5 min. 3 attempts so far, the last one: HTTP 503.',
    },
    {
      facts: { due_at: null },
      sentence: 'Held while its webhook is disabled; it goes on when somebody enables it.',
    },
  ]) {
    it(`says: ${sentence}`, () => {
      assert.equal(describeDelivery({ ...delivery, ...facts }, now), sentence)
    })
  }
})

describe('describeHold', () => {
  it('says why a webhook is paused, and until when', () => {
    const waitsFor = {
      kind: 'pause',
      delivery_id: null,
      until: '2026-11-21T09:02:00Z',
      reason: 'HTTP 503',
    } as const

    assert.equal(
      describeHold(waitsFor, now),
      'Its webhook is paused (HTTP 503): nothing is sent there before the next probe, in 2 min.',
    )
  })

  it('adds nothing to what the delivery itself says', () => {
    assert.equal(describeHold({ kind: 'due_time', delivery_id: null, until: null, reason: null }, now), null)
  })
})
