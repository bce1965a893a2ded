import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { WebhookCalls } from '../domain/overview/webhook-calls.ts'
import { CallCounter } from './call-counter.ts'

const NOW = 3_600_000
const call = (webhookId: number) => ({ webhookId, accepted: true, durationMs: 5 })

describe('CallCounter', () => {
  it('adds each attempt once, also if the database was away meanwhile', async () => {
    const added: (readonly WebhookCalls[])[] = []
    let isAway = true
    const addCalls = async (calls: readonly WebhookCalls[]) => {
      if (isAway) throw new Error('away')
      added.push(calls)
    }
    const counter = new CallCounter({ store: { addCalls }, clock: { now: () => NOW } })
    await counter.write()
    counter.countCall(call(1))
    await assert.rejects(counter.write(), /away/)
    counter.countCall(call(1))
    counter.countCall(call(2))
    isAway = false

    await counter.write()
    await counter.write()

    const sums = added.map((calls) => calls.map(({ webhookId, hours }) => [webhookId, hours[0]?.attempts]))
    assert.deepEqual(sums, [
      [
        [1, 2],
        [2, 1],
      ],
    ])
  })
})
