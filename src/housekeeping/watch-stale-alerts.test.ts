import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alert, NOW } from '../../test/support/build.ts'
import { RAISED_STATES } from '../domain/alert/severity.ts'
import type { Alert } from '../domain/alert/alert.ts'
import { watchStaleAlerts } from './watch-stale-alerts.ts'

describe('alerts that nobody speaks of any more', () => {
  it('are counted each time, and logged when there is a new one', async () => {
    const lists: Alert[][] = [
      [alert({ id: 1 })],
      [alert({ id: 1 })],
      // A maintenance window that is under way is reported once.
      [alert({ id: 3, source: 'tocsin', key: 'window 3' }), alert({ id: 2 }), alert({ id: 1 })],
      [],
    ]
    const asked: unknown[] = []
    const notified: unknown[] = []
    const counts: number[] = []
    const task = watchStaleAlerts({
      store: {
        listAlerts: async (filter) => {
          asked.push(filter)
          return lists.shift() ?? []
        },
      },
      clock: { now: () => NOW },
      log: { warn: ({ count, alert: id }, name) => void notified.push([name, count, id]) },
      staleAfterMs: 60_000,
      onCounted: (count) => void counts.push(count),
    })
    for (let round = 0; round < 4; round += 1) await task.step()

    assert.deepEqual(asked[0], { states: RAISED_STATES, silentSince: NOW - 60_000 })
    assert.deepEqual(notified, [
      ['alerts.stale', 1, 1],
      ['alerts.stale', 2, 2],
    ])
    assert.deepEqual(counts, [1, 1, 2, 0])
  })
})
