import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  backlogOf,
  flowOf,
  latencyOf,
  oldestOf,
  sumsOf,
  timesOf,
  type ActivityPoint,
} from './activity-series.ts'

function point(at: string, given: Partial<ActivityPoint> = {}): ActivityPoint {
  return {
    at,
    events: 0,
    attempts: 0,
    delivered: 0,
    retried: 0,
    failed: 0,
    latency: null,
    response: null,
    backlog: null,
    ...given,
  }
}

const now = Date.parse('2026-11-21T09:31:00Z')
const activity = {
  step_seconds: 900,
  points: [
    point('2026-11-21T09:00:00Z', { events: 5, delivered: 30, latency: { median_ms: 0, p99_ms: 90 } }),
    point('2026-11-21T09:15:00Z', {
      retried: 15,
      failed: 3,
      backlog: { unfinished: 7, oldest_due_s: 2, paused: 5, oldest_paused_s: 3_000 },
    }),
    point('2026-11-21T09:30:00Z', { delivered: 4 }),
  ],
}

function valuesOf(series: ReturnType<typeof flowOf>, label: string) {
  return series.find((each) => each.label === label)?.values
}

describe('what the plots show', () => {
  it('is per minute, the step under way by what has passed of it', () => {
    const flow = flowOf(activity, now)

    assert.deepEqual(valuesOf(flow, 'delivered'), [2, 0, 4])
    assert.deepEqual(valuesOf(flow, 'retried'), [0, 1, 0])
    assert.deepEqual(valuesOf(flow, 'failed'), [0, 0.2, 0])
  })

  it('does not make much of a step that has just begun', () => {
    const just = flowOf(activity, Date.parse('2026-11-21T09:30:00.100Z'))

    assert.deepEqual(valuesOf(just, 'delivered'), [2, 0, 12])
  })

  it('has gaps where nothing was delivered and nobody looked', () => {
    assert.deepEqual(valuesOf(latencyOf(activity), 'median'), [1, null, null])
    assert.deepEqual(valuesOf(backlogOf(activity), 'unfinished, at most'), [null, 7, null])
    assert.deepEqual(valuesOf(backlogOf(activity), 'paused'), [null, 5, null])
    assert.deepEqual(valuesOf(oldestOf(activity), 'oldest held'), [null, 3_000_000, null])
    assert.deepEqual(valuesOf(oldestOf(activity), 'longest overdue'), [null, 2_000, null])
  })

  it('tells its shapes apart without colours', () => {
    for (const series of [flowOf(activity, now), latencyOf(activity)]) {
      assert.equal(new Set(series.map(({ shape }) => shape)).size, series.length)
    }
  })

  it('is at the times at which the steps begin', () => {
    assert.equal(timesOf(activity)[0], Date.parse('2026-11-21T09:00:00Z') / 1_000)
  })
})

describe('sumsOf', () => {
  it('adds up all steps', () => {
    assert.deepEqual(sumsOf(activity), { events: 5, delivered: 34, retried: 15, failed: 3 })
  })
})
