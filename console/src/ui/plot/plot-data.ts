/** Kinds of lines that differ in shape, not only in colour. */
type SeriesShape = 'area' | 'line' | 'dashed' | 'bars'

export interface PlotSeries {
  readonly label: string
  readonly tone: 'good' | 'warning' | 'bad' | 'accent' | 'quiet'
  readonly shape: SeriesShape
  /** Parallel to the times; null: a gap in the line. */
  readonly values: readonly (number | null)[]
}

/** Positions without neighbours: a line alone would not show them. */
export function isolatedPlaces(values: readonly (number | null | undefined)[]): number[] {
  const isGap = (place: number) => values[place] === null || values[place] === undefined
  return [...values.keys()].filter((place) => !isGap(place) && isGap(place - 1) && isGap(place + 1))
}

/** Returns the position that a key leads to; null: another key. */
export function placeAfterKey(key: string, from: number, count: number): number | null {
  const place = locationOf(key, from, count)
  return place === null ? null : Math.min(Math.max(place, 0), count - 1)
}

function locationOf(key: string, from: number, count: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return from - 1
    case 'ArrowRight':
      return from + 1
    case 'PageUp':
      return from - 10
    case 'PageDown':
      return from + 10
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

/** Usual durations for a logarithmic axis. */
const DURATION_MARKS_MS = [
  1, 10, 100, 1_000, 10_000, 60_000, 600_000, 3_600_000, 21_600_000, 86_400_000, 604_800_000,
]

export function durationMarks(leastMs: number, mostMs: number): number[] {
  return DURATION_MARKS_MS.filter((mark) => mark >= leastMs && mark <= mostMs)
}

/** The bounds of a logarithmic axis: whole ticks around all values. */
export function durationBounds(values: readonly (number | null)[]): [number, number] {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return [1, 1_000]
  const least = Math.min(...known)
  const most = Math.max(...known)
  const from = DURATION_MARKS_MS.findLast((mark) => mark <= least) ?? 1
  const to = DURATION_MARKS_MS.find((mark) => mark > most && mark > from) ?? most * 2
  return [from, to]
}

const DURATION_STEPS_MS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000,
  600_000, 1_800_000, 3_600_000, 7_200_000, 21_600_000, 43_200_000, 86_400_000, 172_800_000,
]

/** At most five ticks of usual durations. */
export function plainDurationMarks(mostMs: number): number[] {
  const step = DURATION_STEPS_MS.find((each) => mostMs / each <= 5) ?? mostMs / 5
  const count = step > 0 ? Math.floor(mostMs / step) : 0
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}
