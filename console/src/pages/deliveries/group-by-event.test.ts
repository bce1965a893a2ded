import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countStates, groupByEvent, type ListedDelivery } from './listed-delivery.ts'

const delivery = (id: number, event_id: number) => ({ id, event_id }) as ListedDelivery

describe('deliveries by event', () => {
  it('puts neighbours together, and keeps the order of the list', () => {
    const groups = groupByEvent([delivery(5, 2), delivery(4, 2), delivery(3, 1), delivery(2, 2)])
    assert.deepEqual(
      groups.map(({ eventId, deliveries }) => [eventId, deliveries.map(({ id }) => id)]),
      [
        [2, [5, 4]],
        [1, [3]],
        [2, [2]],
      ],
    )
  })

  it('counts what did not arrive first', () => {
    const states = ['delivered', 'pending', 'delivered', 'failed'] as const
    assert.deepEqual(
      countStates(states.map((state) => ({ state }))).map(({ state, count }) => `${count} ${state}`),
      ['1 failed', '1 pending', '2 delivered'],
    )
  })
})
