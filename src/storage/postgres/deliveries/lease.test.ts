import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { URGENCY } from '../../../domain/delivery/urgency.ts'
import type { Database } from '../connection/database.ts'
import { lease, type Wanted } from './lease.ts'

const NOW = 1_000_000
const doubtful: number[] = []
let lastNumber = 0
const TERMS = {
  now: NOW,
  version: 1,
  node: 'node',
  nextNumber: () => (lastNumber += 1),
  onDoubt: (claimNumber: number) => void doubtful.push(claimNumber),
  isRemembered: false,
}
const LOST = new Error('the connection is lost')

/** One transaction each. */
const OF_EVERY_CHANGE = wanted(1, 'every_change')
const OF_CURRENT_STATE = wanted(2, 'current_state')

describe('leasing for webhooks of both modes', () => {
  it('fails where all that was leased is lost, whatever was looked at before', async () => {
    await assert.rejects(
      lease(answering([queueOf(1)], LOST), [OF_EVERY_CHANGE, OF_CURRENT_STATE], TERMS),
      LOST,
    )
  })

  it('answers what was leased before something is lost', async () => {
    const leased = await lease(
      answering([queueOf(1), deliveryOf(1, 7)], LOST),
      [OF_EVERY_CHANGE, OF_CURRENT_STATE],
      TERMS,
    )

    assert.deepEqual([...leased.keys()], [1])
    assert.deepEqual(
      leased.get(1)?.rows.map(({ delivery_id: id }) => id),
      [7],
    )
    assert.equal(doubtful.at(-1), lastNumber, 'the second lease alone is in doubt')
  })
})

/** Returns for each transaction the rows of its statement, or its error. */
function answering(...ends: readonly (readonly object[] | Error)[]): Pick<Database, 'transaction'> {
  const left = [...ends]
  const transaction = async () => {
    const end = left.shift()
    if (end instanceof Error) throw end
    return end
  }
  return { transaction: transaction as unknown as Database['transaction'] }
}

function queueOf(webhookId: number) {
  return { queue_id: webhookId, flow_seen: '5', delivery_id: null }
}

function deliveryOf(webhookId: number, id: number) {
  return { queue_id: webhookId, delivery_id: id }
}

function wanted(id: number, mode: 'every_change' | 'current_state'): Wanted {
  return {
    webhook: { id, rateLimit: null, mode, payloadType: 'ALERT' },
    count: 1,
    mostUnderWay: 1,
    leaseUntil: NOW + 1,
    queue: { rateNextAt: 0, flowSeen: null },
    choice: { kind: 'one urgency', urgency: URGENCY.high, due: [URGENCY.high] },
  }
}
