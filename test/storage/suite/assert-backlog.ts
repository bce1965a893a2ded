import assert from 'node:assert/strict'
import type { Store } from '../../../src/storage/store.ts'

const COUNT_MAX = 1_000_000

/** After whatever was done to it: the backlog and the raised alerts that a store reports are exact. */
export async function assertBacklogIsExact(store: Store): Promise<void> {
  const { waiting, pending, sending } = await store.countBacklog(0)
  const count = (state: 'waiting' | 'pending' | 'sending') =>
    store.countDeliveries({ states: [state] }, COUNT_MAX)
  assert.deepEqual(
    { waiting, pending, sending },
    { waiting: await count('waiting'), pending: await count('pending'), sending: await count('sending') },
  )
  const { alerts } = await store.snapshot({ now: 0, failingMax: 1 })
  const countAlerts = async (state: 'low' | 'medium' | 'high') =>
    (await store.listAlerts({ states: [state] }, { limit: COUNT_MAX })).length
  assert.deepEqual(alerts, {
    low: await countAlerts('low'),
    medium: await countAlerts('medium'),
    high: await countAlerts('high'),
  })
}
