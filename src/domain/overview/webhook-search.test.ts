import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CLOSED } from '../flow/breaker.ts'
import type { Webhook } from '../webhook/webhook.ts'
import { receiverHealthOf } from './receiver-health.ts'
import { HOUR_MS, neverCalled, type WebhookCalls } from './webhook-calls.ts'
import { type CalledWebhook, isUncalledSince, orderByCalls, orderByHealth } from './webhook-search.ts'

const NOW = 1_000 * HOUR_MS

interface Given extends Partial<WebhookCalls> {
  readonly failures?: number
  readonly failed?: number
  readonly unfinished?: number
}

function listed(id: number, { failures = 0, failed = 0, unfinished = 0, ...given }: Given = {}) {
  const breaker = { ...CLOSED, failures, failingSince: failures > 0 ? NOW : null, firstAcceptedAt: 1 }
  const hours = [{ at: NOW, attempts: 10 + failed, accepted: 10, acceptedMs: 0 }]
  return {
    webhook: { id, enabled: true } as Webhook,
    health: receiverHealthOf(breaker, NOW),
    calls: { ...neverCalled(id), hours, ...given, unfinished },
  }
}

describe('the order of webhooks', () => {
  const all = [
    listed(1, { lastAcceptedAt: 5, failed: 1 }),
    listed(2, { failures: 1, unfinished: 7, lastAcceptedAt: 9 }),
    listed(3, { failed: 4 }),
  ]
  const idsOf = (ordered: readonly CalledWebhook[]) => ordered.map(({ webhook }) => webhook.id)

  it('by health, worst first', () => assert.deepEqual(idsOf(orderByHealth(all)), [2, 1, 3]))

  for (const [order, expected] of [
    ['last_accepted', [3, 1, 2]],
    ['failures', [3, 1, 2]],
    ['backlog', [2, 1, 3]],
  ] as const) {
    it(`by ${order}`, () => assert.deepEqual(idsOf(orderByCalls(all, order, NOW)), expected))
  }

  it('knows which were not called', () => {
    assert.equal(isUncalledSince({ lastCalledAt: null }, 5), true)
    assert.equal(isUncalledSince({ lastCalledAt: 4 }, 5), true)
    assert.equal(isUncalledSince({ lastCalledAt: 5 }, 5), false)
  })
})
