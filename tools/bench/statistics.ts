/** Summarises many values: nearest-rank percentiles, in their unit; all 0 without values. */
export interface Percentiles {
  readonly p50: number
  readonly p90: number
  readonly p95: number
  readonly p99: number
  readonly p999: number
  readonly max: number
}

export function percentiles(values: Iterable<number>): Percentiles {
  const sorted = Float64Array.from(values).sort()
  const at = (share: number) => round(sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0)
  return { p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99), p999: at(0.999), max: at(1) }
}

/** The middle one; of an even number the mean of the two in the middle. 0 without values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = Math.floor(sorted.length / 2)
  const high = sorted[upper] ?? 0
  return sorted.length % 2 === 1 ? high : (high + (sorted[upper - 1] ?? high)) / 2
}

/** Three digits that count: more is noise. */
export function round(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))
}
