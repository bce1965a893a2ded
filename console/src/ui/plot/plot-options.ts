import uPlot from 'uplot'
import {
  durationBounds,
  durationMarks,
  isolatedPlaces,
  plainDurationMarks,
  type PlotSeries,
} from './plot-data.ts'

/**
 * count: from zero, whole numbers; duration: milliseconds from zero; spread: milliseconds over many sizes.
 */
export type PlotScale = 'count' | 'duration' | 'spread'

/** The shown range; the plot reads it whenever it draws. */
interface Shown {
  readonly current: {
    readonly times: readonly number[]
    readonly series: readonly PlotSeries[]
    readonly format: (value: number) => string
    readonly onPlace: (place: number | null) => void
  }
}

interface Frame {
  readonly width: number
  readonly height: number
  readonly scale: PlotScale
}

export function plotOptions(shown: Shown, { width, height, scale }: Frame): uPlot.Options {
  return {
    width,
    height,
    padding: [8, LABEL_PX_MAX / 2, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    scales: {
      x: { time: true },
      y:
        scale === 'spread'
          ? { distr: 3, range: () => durationBounds(shown.current.series.flatMap(({ values }) => values)) }
          : { range: (_plot, _least, most) => [0, spaceAbove(most, scale)] },
    },
    axes: [timeAxis(), valueAxis(shown, scale)],
    series: [{}, ...shown.current.series.map(seriesOptions)],
    hooks: {
      setCursor: [
        (plot) => {
          // A pointer moved it; the keyboard reports by itself.
          if (plot.cursor.event !== undefined) shown.current.onPlace(plot.cursor.idx ?? null)
        },
      ],
    },
  }
}

/** The newest time's label may extend beyond the edge: `10:15 AM` has some 50 pixels. */
const LABEL_PX_MAX = 64

/** An empty plot has an axis, too, and the highest value stays off the edge. */
function spaceAbove(most: number | null, scale: PlotScale): number {
  const least = scale === 'duration' ? 1_000 : 4
  return Math.max((most ?? 0) * 1.08, least)
}

const DAY_S = 86_400

function timeAxis(): uPlot.Axis {
  const day = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric' })
  const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
  return {
    ...axisStyle(),
    size: 30,
    space: 64,
    values: (_plot, splits) => {
      const step = (splits[1] ?? 0) - (splits[0] ?? 0)
      return splits.map((at) => (step >= DAY_S ? day : clock).format(at * 1_000))
    },
  }
}

function valueAxis(shown: Shown, scale: PlotScale): uPlot.Axis {
  return {
    ...axisStyle(),
    size: 70,
    space: 27,
    values: (_plot, splits) => splits.map((value) => shown.current.format(value)),
    ...(scale === 'count' && {
      incrs: [1, 2, 5]
        .flatMap((each) => POWERS.map((power) => each * power))
        .toSorted((one, other) => one - other),
    }),
    ...(scale === 'duration' && { splits: (plot) => plainDurationMarks(plot.scales.y?.max ?? 0) }),
    ...(scale === 'spread' && {
      splits: (plot) => durationMarks(plot.scales.y?.min ?? 1, plot.scales.y?.max ?? 1),
      filter: (_plot, splits) => splits,
    }),
  }
}

const POWERS = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000]

function axisStyle(): uPlot.Axis {
  return {
    stroke: () => color('--mantine-color-dimmed'),
    font: '11.5px system-ui, sans-serif',
    grid: { stroke: () => color('--tocsin-line'), width: 1 },
    ticks: { show: false },
    gap: 6,
  }
}

function seriesOptions({ label, tone, shape }: PlotSeries): uPlot.Series {
  const stroke = () => color(`--tocsin-${tone}`)
  const common = { label, stroke, width: 1.75, points: { size: 6, fill: stroke, filter: isolated } }
  switch (shape) {
    case 'area':
      return { ...common, fill: () => `color-mix(in srgb, ${stroke()} 16%, transparent)` }
    case 'dashed':
      return { ...common, dash: [6, 4] }
    case 'bars':
      return { ...common, width: 0, fill: stroke, paths: uPlot.paths.bars!({ size: [0.55, 10, 2] }) }
    case 'line':
      return common
  }
}

const isolated: uPlot.Series.Points.Filter = (plot, index) =>
  isolatedPlaces(Array.from(plot.data[index] ?? []))

/** Returns a colour of the current theme. */
function color(variable: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(variable).trim()
}
