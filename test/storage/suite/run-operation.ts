import assert from 'node:assert/strict'
import type { DeliveryState } from '../../../src/domain/delivery/delivery.ts'
import type { Operation } from '../../../src/domain/operation/operation.ts'
import type { Store } from '../../../src/storage/store.ts'
import { NOW } from '../../support/build.ts'

/** Steps of `limit` deliveries, until no operation is running. */
export async function runToEnd(store: Store, limit = 2): Promise<Operation> {
  for (let step = 0; step < 1000; step += 1) {
    const operation = await store.advanceOperations({ now: NOW + 20, limit })
    assert.ok(operation, 'none is running')
    if (operation.state !== 'running') return operation
  }
  throw new Error('it never ends')
}

/** Examined, changed, skipped. */
export const counts = ({ examinedCount, changedCount, skippedCount }: Operation) => [
  examinedCount,
  changedCount,
  skippedCount,
]

/** Cancelled, held, notified, notified already. */
export const doneCounts = ({ cancelledCount, heldCount, notifiedCount, alreadyNotifiedCount }: Operation) => [
  cancelledCount,
  heldCount,
  notifiedCount,
  alreadyNotifiedCount,
]

export async function countStates(
  store: Store,
  webhookId: number,
): Promise<Partial<Record<DeliveryState, number>>> {
  const all = await store.listDeliveries({ webhookId }, { limit: 1000 })
  const byState = Object.groupBy(all, ({ state }) => state)
  return Object.fromEntries(Object.entries(byState).map(([state, { length }]) => [state, length]))
}
