import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DeliveryId, EventId, NodeId, RunId, WebhookId } from './ids.ts'
import type { Instant, Monotonic } from './instant.ts'

const webhookId: WebhookId = 3
const deliveryId: DeliveryId = 3
const eventIds: readonly EventId[] = [3]
const now: Instant = 1_789_355_580_117
const monotonic: Monotonic = 117.25
const runId: RunId = 'a1'

function take(_id: DeliveryId, _now: Instant): boolean {
  return true
}

/** Each line below that is marked so fails to compile, and each such comment without a mistake does. */
describe('Branded', () => {
  it('keeps one id, one moment, one text out of the place of another', () => {
    // @ts-expect-error the id of a webhook is not that of a delivery
    assert.ok(take(webhookId, now))
    // @ts-expect-error arguments in the wrong order
    assert.ok(take(now, deliveryId))
    // @ts-expect-error a moment by the monotonic clock is no time of day
    assert.ok(take(deliveryId, monotonic))
    // @ts-expect-error many of them neither
    const ids: readonly DeliveryId[] = eventIds
    // @ts-expect-error the id of a run is not that of a node
    const node: NodeId = runId
    assert.deepEqual([ids, node], [[3], 'a1'])
  })

  it('keeps a map to the ids that it is by', () => {
    const names = new Map<WebhookId, string>([[3, 'chat']])

    // @ts-expect-error a webhook is not found by the id of a delivery
    assert.equal(names.get(deliveryId), 'chat')
    assert.equal(names.get(webhookId), 'chat')
  })

  it('refuses to compare two that can never be the same', () => {
    const ids: { readonly webhook?: WebhookId; readonly delivery: DeliveryId } = { webhook: 3, delivery: 3 }

    // @ts-expect-error no webhook has the id of a delivery
    assert.ok(ids.webhook === ids.delivery)
  })

  it('takes numbers and texts without a brand for any of them, and is one where it runs', () => {
    const later: Instant = now + 5

    assert.ok(take(3, later))
    assert.equal(typeof webhookId, 'number')
    assert.equal(`${runId} of ${webhookId}`, 'a1 of 3')
  })
})
