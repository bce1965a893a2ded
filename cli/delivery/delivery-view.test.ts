import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Received } from '../view/response.ts'
import { describeNext } from './delivery-view.ts'

const NOW = Date.parse('2026-09-14T03:00:00Z')

describe('when a delivery goes out, or why it does not', () => {
  const say = (waits_for: Received<'WaitsFor'> | null, state: Received<'Delivery'>['state'] = 'pending') =>
    describeNext({ state, due_at: '2026-09-14T02:54:00.000Z', waits_for }, NOW)

  for (const [waitsFor, sentence] of [
    [
      { kind: 'pause', until: '2026-09-14T03:03:14.000Z', reason: 'HTTP 404' },
      'paused (HTTP 404): nothing is sent to its webhook before the next probe, in 3 min',
    ],
    [{ kind: 'probe', reason: null }, 'its receiver fails: one delivery at a time is tried there'],
    [{ kind: 'enabling', reason: 'HTTP 410' }, 'waits until its webhook is enabled (HTTP 410)'],
    [{ kind: 'delivery', delivery_id: 7 }, 'waits for delivery 7, about the same alert or job'],
    [{ kind: 'rate_limit' }, 'due, as soon as the rate limit of its webhook allows'],
    [{ kind: 'due_time', until: '2026-09-14T03:05:00.000Z' }, 'in 5 min'],
    [null, 'due, as soon as its turn comes'],
  ] as const) {
    it(sentence, () => assert.equal(say(waitsFor), sentence))
  }

  it('is silent of what has ended or is being sent', () => {
    assert.equal(say(null, 'delivered'), undefined)
    assert.equal(say(null, 'sending'), undefined)
  })
})
