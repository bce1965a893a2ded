import type { PlotSeries } from '../../ui/plot/plot-data.ts'
import type { components } from '../../api/schema.ts'

export type ActivityPoint = components['schemas']['ActivityPoint']
export type Activity = components['schemas']['Activity']

/** Minimum length of the current step, so that its rate is not exaggerated. */
const UNDER_WAY_S_MIN = 20

/** The beginnings of the steps, in seconds. */
export function timesOf({ points }: Activity): readonly number[] {
  return points.map(({ at }) => Date.parse(at) / 1_000)
}

/** Rates per minute, so that periods compare; the current step by its elapsed part. */
export function flowOf(activity: Activity, now: number): readonly PlotSeries[] {
  const rate = (read: (point: ActivityPoint) => number) =>
    activity.points.map((point) => {
      const passed = (now - Date.parse(point.at)) / 1_000
      const seconds = Math.min(activity.step_seconds, Math.max(passed, UNDER_WAY_S_MIN))
      return (read(point) * 60) / seconds
    })
  return [
    { label: 'delivered', tone: 'good', shape: 'area', values: rate(({ delivered }) => delivered) },
    { label: 'retried', tone: 'warning', shape: 'dashed', values: rate(({ retried }) => retried) },
    { label: 'failed', tone: 'bad', shape: 'bars', values: rate(({ failed }) => failed) },
  ]
}

/** The time from event to delivery; at least 1 ms, because 0 has no logarithm. */
export function latencyOf({ points }: Activity): readonly PlotSeries[] {
  return [
    {
      label: 'median',
      tone: 'accent',
      shape: 'line',
      values: points.map(({ latency }) => latency && Math.max(1, latency.median_ms)),
    },
    {
      label: 'p99',
      tone: 'quiet',
      shape: 'dashed',
      values: points.map(({ latency }) => latency && Math.max(1, latency.p99_ms)),
    },
  ]
}

export function backlogOf({ points }: Activity): readonly PlotSeries[] {
  return [
    {
      // The maximum of each step, so that long ones lose no peak.
      label: 'unfinished, at most',
      tone: 'accent',
      shape: 'area',
      values: points.map(({ backlog }) => backlog && backlog.unfinished),
    },
    {
      label: 'paused',
      tone: 'warning',
      shape: 'dashed',
      values: points.map(({ backlog }) => backlog && backlog.paused),
    },
  ]
}

export function oldestOf({ points }: Activity): readonly PlotSeries[] {
  return [
    {
      label: 'oldest held',
      tone: 'warning',
      shape: 'area',
      values: points.map(({ backlog }) => backlog && backlog.oldest_paused_s * 1_000),
    },
    {
      label: 'longest overdue',
      tone: 'bad',
      shape: 'dashed',
      values: points.map(({ backlog }) => backlog && backlog.oldest_due_s * 1_000),
    },
  ]
}

interface ActivitySums {
  readonly events: number
  readonly delivered: number
  readonly retried: number
  readonly failed: number
}

export function sumsOf({ points }: Activity): ActivitySums {
  const sum = (read: (point: ActivityPoint) => number) =>
    points.reduce((total, point) => total + read(point), 0)
  return {
    events: sum(({ events }) => events),
    delivered: sum(({ delivered }) => delivered),
    retried: sum(({ retried }) => retried),
    failed: sum(({ failed }) => failed),
  }
}
