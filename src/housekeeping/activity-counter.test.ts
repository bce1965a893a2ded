import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { backlog } from '../../test/support/build.ts'
import type { Activity } from '../domain/overview/activity.ts'
import { ActivityCounter, writeActivity } from './activity-counter.ts'

const NOW = Date.parse('2026-09-14T03:00:10Z')
const ATTEMPT = {
  webhookId: 7,
  state: 'delivered',
  cause: 'response',
  latencyMs: 30,
  durationMs: 10,
} as const

function counting() {
  const written: (readonly Activity[])[] = []
  let now = NOW
  let isAway = false
  const store = {
    addCalls: async () => {},
    recordActivity: async (node: string, minutes: readonly Activity[]) => {
      assert.equal(node, 'n1')
      if (isAway) throw new Error('away')
      written.push(minutes)
    },
  }
  const counter = new ActivityCounter({ store, clock: { now: () => now }, node: 'n1' })
  return {
    counter,
    written,
    advance: (ms: number) => {
      now += ms
    },
    setAway: (value: boolean) => {
      isAway = value
    },
  }
}

const brief = (minutes: readonly Activity[] | undefined) =>
  minutes?.map(({ at, events, attempts, delivered, retried, failed }) => [
    (at - Date.parse('2026-09-14T03:00:00Z')) / 60_000,
    { events, attempts, delivered, retried, failed },
  ])

describe('counting what a node does', () => {
  it('tells attempts by what became of them, and leaves out those that a stop cut off', async () => {
    const { counter, written } = counting()

    counter.countEvents(3)
    counter.countAttempt(ATTEMPT)
    counter.countAttempt({ ...ATTEMPT, state: 'pending' })
    counter.countAttempt({ ...ATTEMPT, state: 'pending', cause: 'timeout' })
    counter.countAttempt({ ...ATTEMPT, state: 'failed', cause: 'refused' })
    counter.countAttempt({ ...ATTEMPT, state: 'pending', cause: 'cancelled' })
    counter.countFailed(2)
    await counter.write()

    assert.deepEqual(brief(written[0]), [
      [0, { events: 3, attempts: 4, delivered: 1, retried: 2, failed: 3 }],
    ])
    const [{ latency = [], response = [] } = {}] = written[0] ?? []
    assert.equal(sumOf(latency), 1)
    assert.equal(sumOf(response), 3, 'only what was answered, or not in time')
  })

  it('writes a minute whole each time, only when there is something new, and none after it is over', async () => {
    const { counter, written, advance } = counting()

    await counter.write()
    counter.countEvents(1)
    await counter.write()
    await counter.write()
    counter.countEvents(1)
    await counter.write()
    advance(60_000)
    counter.countEvents(5)
    await counter.write()

    assert.deepEqual(
      written.map((minutes) => minutes.map(({ events }) => events)),
      [[1], [2], [5]],
    )
  })

  it('tells what the database does not have yet', async () => {
    const { counter, advance } = counting()
    counter.countEvents(2)
    await counter.write()
    counter.countEvents(1)
    advance(60_000)
    counter.countAttempt(ATTEMPT)

    assert.deepEqual(brief(counter.unwritten()), [
      [0, { events: 1, attempts: 0, delivered: 0, retried: 0, failed: 0 }],
      [1, { events: 0, attempts: 1, delivered: 1, retried: 0, failed: 0 }],
    ])
    await counter.write()
    assert.deepEqual(counter.unwritten(), [])
  })

  it('keeps for later what cannot be written now, though not for ever', async () => {
    const { counter, written, advance, setAway } = counting()
    setAway(true)
    for (let minute = 0; minute < 200; minute += 1) {
      counter.countEvents(1)
      await assert.rejects(counter.write(), /away/)
      advance(60_000)
    }
    setAway(false)
    await counter.write()

    assert.equal(written.length, 1)
    assert.equal(written[0]?.length, 119)
    assert.equal(brief(written[0])?.at(-1)?.[0], 199)
  })

  it('goes on with its minute when the clock is set back', async () => {
    const { counter, written, advance } = counting()
    counter.countEvents(1)
    advance(-600_000)
    counter.countEvents(1)
    await counter.write()

    assert.deepEqual(
      written[0]?.map(({ events }) => events),
      [2],
    )
  })

  it('writes what was counted although the backlog cannot be read', async () => {
    const { counter, written } = counting()
    counter.countEvents(1)
    const clock = { now: () => NOW }
    await writeActivity(counter, clock, () => Promise.reject(new Error('slow'))).step()
    const waiting = backlog({
      waiting: 1,
      pending: 2,
      sending: 3,
      oldestDueAt: NOW - 500,
      paused: { deliveryCount: 4, webhookCount: 1, oldestMadeAt: NOW - 900 },
    })
    await writeActivity(counter, clock, async () => waiting).step()

    assert.deepEqual(
      written.map((minutes) => minutes[0]?.backlog),
      [null, { unfinished: 6, oldestDueMs: 500, paused: 4, oldestPausedMs: 900 }],
    )
  })
})

function sumOf(histogram: readonly number[]): number {
  return histogram.reduce((sum, count) => sum + count, 0)
}
