import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeUnfinished } from './overview-words.ts'

const now = Date.parse('2026-11-21T09:00:00Z')
const nothing = { deliveries: 0, webhooks: 0, oldest_created_at: null }
const held = { deliveries: 2_880, webhooks: 41, oldest_created_at: '2026-11-21T08:09:50Z' }

describe('what is unfinished, in words', () => {
  for (const { facts, words } of [
    { facts: { oldest_due_at: null, paused: nothing }, words: 'none is overdue' },
    { facts: { oldest_due_at: '2026-11-21T08:59:58Z', paused: nothing }, words: 'none is overdue' },
    {
      facts: { oldest_due_at: '2026-11-21T08:58:00Z', paused: nothing },
      words: 'the oldest overdue for 2 min',
    },
    {
      facts: { oldest_due_at: null, paused: held },
      words: '2,880 waiting: 41 receivers are paused, the oldest for 50 min',
    },
    {
      facts: {
        oldest_due_at: '2026-11-21T08:58:00Z',
        paused: { ...held, deliveries: 10_000, webhooks: 1 },
      },
      words:
        'at least 10,000 waiting: 1 receiver is paused, the oldest for 50 min; the oldest other delivery is overdue for 2 min',
    },
  ]) {
    it(words, () => assert.equal(describeUnfinished(facts, now), words))
  }
})
