import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type DeliveryFacts, describeDeliveries } from './overview-words.ts'

const WELL = { enabled: 12, paused: 0, failing: 0, rejecting: 0, late: 0, blocked_for_high: 0 }

function lineOf(webhooks: Partial<typeof WELL>, given: Partial<DeliveryFacts> & { held?: number } = {}) {
  const { held = 0, ...rest } = given
  const facts = { state: 'degraded', explanation: 'Reports have been refused.', ...rest } as const
  return describeDeliveries({
    ...facts,
    webhooks: { ...WELL, ...webhooks },
    backlog: { paused: { deliveries: held } },
  })
}

describe('the line about deliveries', () => {
  it('counts receivers that are not healthy', () => {
    assert.deepEqual(lineOf({ paused: 4 }, { held: 59 }), {
      text: '4 receivers paused, 59 notifications waiting',
      tone: 'warning',
    })
    assert.deepEqual(lineOf({ failing: 1, rejecting: 2, late: 1 }, { held: 1 }), {
      text: '1 receiver failing, 2 receivers rejecting, 1 receiver late, 1 notification waiting',
      tone: 'warning',
    })
  })

  it('is bad if high alerts do not arrive', () => {
    assert.equal(lineOf({ paused: 4, blocked_for_high: 1 }).tone, 'bad')
    assert.deepEqual(lineOf({ paused: 4 }, { state: 'stopped' }), {
      text: 'Stopped: nothing is delivered',
      tone: 'bad',
    })
  })

  it('is there when all is well, and when something else is wrong', () => {
    assert.deepEqual(lineOf({}, { state: 'healthy' }), {
      text: 'Healthy: 12 receivers, none paused or failing',
      tone: 'good',
    })
    assert.deepEqual(lineOf({}), { text: 'Degraded: Reports have been refused.', tone: 'warning' })
    assert.deepEqual(lineOf({ enabled: 0 }, { state: 'healthy' }), {
      text: 'No webhook is enabled',
      tone: 'warning',
    })
  })
})
