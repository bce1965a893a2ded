import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  emptyActivity,
  MINUTE_MS,
  NO_DURATIONS,
  bucketOf,
  type Activity,
} from '../../../src/domain/overview/activity.ts'
import { DAY_MS, NOW } from '../../support/build.ts'
import type { OpenStore } from './store-suite.ts'

const minute = (at: number, given: Partial<Activity> = {}): Activity => ({ ...emptyActivity(at), ...given })
const withOne = (durationMs: number) => NO_DURATIONS.with(bucketOf(durationMs), 1)

export function exerciseActivity(engine: string, openStore: OpenStore): void {
  describe(`${engine}: activity`, () => {
    it('recordActivity and listActivity: what was put in comes out, minute by minute', async () => {
      const store = await openStore()
      const full: Activity = {
        at: NOW,
        events: 1,
        attempts: 2,
        delivered: 3,
        retried: 4,
        failed: 5,
        latency: withOne(700),
        response: withOne(1e9),
        backlog: { unfinished: 6, oldestDueMs: 7, paused: 3, oldestPausedMs: 90 },
      }

      await store.recordActivity('a', [full, minute(NOW + MINUTE_MS, { events: 9 })])
      await store.recordActivity('a', [])

      const span = { from: NOW, until: NOW + DAY_MS, stepMs: MINUTE_MS }
      assert.deepEqual(await store.listActivity(span), [full, minute(NOW + MINUTE_MS, { events: 9 })])
      assert.deepEqual(await store.listActivity({ ...span, until: NOW }), [])
      assert.deepEqual(
        (await store.listActivity({ ...span, from: NOW + 1 })).map(({ events }) => events),
        [9],
      )
    })

    it('recordActivity: a node replaces what it said of a minute before, and nothing of others', async () => {
      const store = await openStore()
      await store.recordActivity('a', [minute(NOW, { events: 1, latency: withOne(5) })])
      await store.recordActivity('b', [
        minute(NOW, { events: 10, backlog: { unfinished: 3, oldestDueMs: 0, paused: 0, oldestPausedMs: 0 } }),
      ])
      await store.recordActivity('a', [minute(NOW, { events: 2, latency: withOne(9) })])

      const [sum] = await store.listActivity({ from: NOW, until: NOW + 1, stepMs: MINUTE_MS })

      assert.deepEqual(
        sum,
        minute(NOW, {
          events: 12,
          latency: withOne(9),
          backlog: { unfinished: 3, oldestDueMs: 0, paused: 0, oldestPausedMs: 0 },
        }),
      )
    })

    it('listActivity: longer steps add up nodes and minutes', async () => {
      const store = await openStore()
      const hour = 60 * MINUTE_MS
      await store.recordActivity('a', [minute(NOW, { events: 1 }), minute(NOW + hour, { events: 4 })])
      await store.recordActivity('b', [minute(NOW + 59 * MINUTE_MS, { events: 2 })])

      const sums = await store.listActivity({ from: NOW, until: NOW + DAY_MS, stepMs: hour })

      assert.deepEqual(
        sums.map(({ at, events }) => [at - NOW, events]),
        [
          [0, 3],
          [hour, 4],
        ],
      )
    })

    it('pruneHistory: activity goes with the history of its time, in bounded steps', async () => {
      const store = await openStore()
      const old = Array.from({ length: 7 }, (_, index) => minute(NOW + index * MINUTE_MS, { events: 1 }))
      const later = NOW + 2 * DAY_MS
      await store.recordActivity('a', [...old, minute(later, { events: 1 })])

      const first = await store.pruneHistory({ endedBefore: later, now: later, limit: 3 })
      const left = await store.listActivity({ from: NOW, until: later + 1, stepMs: MINUTE_MS })
      while ((await store.pruneHistory({ endedBefore: later, now: later, limit: 3 })) > 0);

      assert.deepEqual([first, left.length], [3, 5])
      assert.deepEqual(
        (await store.listActivity({ from: NOW, until: later + 1, stepMs: MINUTE_MS })).map(({ at }) => at),
        [later],
      )
    })
  })
}
