import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeTrigger, describeDelivery, describeRetried } from './delivery-sentence.ts'

const now = Date.parse('2026-11-21T09:00:00Z')
const nothing = { delivery_id: null, until: null, reason: null }
const delivery = {
  state: 'pending',
  attempts_made: 0,
  due_at: '2026-11-21T08:59:59Z',
  last_reason: null,
  waits_for: null,
}

describe('describeDelivery', () => {
  for (const { facts, sentence } of [
    {
      facts: { state: 'failed', attempts_made: 9, due_at: null, last_reason: 'HTTP 503' },
      sentence: 'Failed after 9 attempts: HTTP 503. It is not sent again unless you retry it.',
    },
    {
      facts: { state: 'delivered', attempts_made: 1, due_at: null, last_reason: 'HTTP 200' },
      sentence: 'Delivered with the first attempt: HTTP 200.',
    },
    {
      facts: { state: 'cancelled', attempts_made: 0, due_at: null, last_reason: 'by hand' },
      sentence: 'Cancelled before the first attempt: by hand. It is not sent again unless you retry it.',
    },
    {
      facts: { state: 'superseded', due_at: null, last_reason: 'a newer one says more' },
      sentence: 'Not sent: a newer one says more. The receiver gets the current state instead.',
    },
    {
      facts: {
        state: 'superseded',
        attempts_made: 2,
        due_at: null,
        last_reason: 'nothing was left to say',
      },
      sentence:
        'Not sent again after 2 attempts: nothing was left to say. The receiver gets the current state instead.',
    },
    {
      facts: {
        state: 'outdated',
        attempts_made: 1,
        due_at: null,
        last_reason: 'not sent: older than 2h, the max_age of its webhook',
      },
      sentence:
        'Not sent: older than 2h, the max_age of its webhook. Nothing is wrong: it is older than the maximum age of its webhook.',
    },
    { facts: { state: 'sending', attempts_made: 2 }, sentence: 'Attempt 2 is being sent right now.' },
    { facts: {}, sentence: 'It is due, and is sent as soon as its turn comes.' },
    {
      facts: {
        attempts_made: 3,
        last_reason: 'HTTP 503',
        waits_for: { ...nothing, kind: 'due_time', until: '2026-11-21T09:05:00Z' },
      },
      sentence: 'Attempt 4 comes in 5 min. 3 attempts so far, the last one: HTTP 503.',
    },
    {
      facts: { waits_for: { ...nothing, kind: 'enabling' } },
      sentence: 'Waits until its webhook is enabled.',
    },
    {
      facts: { waits_for: { ...nothing, kind: 'pause', until: '2026-11-21T09:03:14Z', reason: 'HTTP 404' } },
      sentence:
        'Its webhook is paused (HTTP 404): nothing is sent there before the next probe, in 3 min 14 s.',
    },
    {
      facts: { waits_for: { ...nothing, kind: 'probe', reason: 'HTTP 503' } },
      sentence:
        'Its receiver fails (HTTP 503): one delivery at a time is tried there, and this one goes when its turn comes.',
    },
  ] as const) {
    it(`says: ${sentence}`, () => {
      assert.equal(describeDelivery({ ...delivery, ...facts }, now), sentence)
    })
  }
})

describe('describeTrigger', () => {
  it('says why there is one that is no news of its alert, and nothing of the others', () => {
    const said = (trigger: string | null, fallbackOf: number | null = null) =>
      describeTrigger({ trigger, fallback_of: fallbackOf })

    assert.match(said('resync') ?? '', /Created by a resync/)
    assert.match(said('missed') ?? '', /raised and cleared before/)
    assert.match(said('fallback') ?? '', /another webhook is disabled/)
    assert.equal(said('fallback', 3), null)
    for (const plain of ['change', 'replay', null]) assert.equal(said(plain), null)
  })
})

describe('describeRetried', () => {
  const held = { kind: 'enabling', ...nothing } as const
  const paused = { kind: 'pause', ...nothing } as const

  it('tells apart what is queued, held and paused', () => {
    assert.equal(describeRetried([null, null]), '2 queued')
    assert.equal(describeRetried([null, held, held]), '1 queued, 2 wait until their webhooks are enabled')
    assert.equal(describeRetried([paused]), '0 queued, 1 paused: the receiver asked for time')
  })
})
