import { EVALUATION_MS, SCRAPE_MS, type Downtime } from './replica.ts'
import { delaysOf, needlessIn, type Delay, type Needless, type Track } from './tracks.ts'

/** The way of a push: scrape, evaluation, and a machine that has other things to do. */
export const WAY_MS = SCRAPE_MS + 2 * EVALUATION_MS + 10_000
/** Prometheus drops what it would send before it has found its receivers, and repeats it a minute later. */
const AFTER_START_MS = 60_000 + EVALUATION_MS

/** How long an end may take besides its way. */
export interface Bounds {
  /** Another replica may have fired so long before. */
  readonly livesMs: number
  /** An end that nobody said may take so long. */
  readonly unsaidMs: number
  /** So long a needless clear may last where it is not broken anyway. */
  readonly needlessMs: number
}

export interface Received {
  readonly title: string
  readonly tracks: ReadonlyMap<string, Track>
  /** Added to each bound: what a sender in between waits for. */
  readonly extraMs: number
  /** Its needless clears count as broken. */
  readonly isStrict: boolean
}

export interface Timeline {
  readonly truth: ReadonlyMap<string, Track>
  /** Times in which none of the replicas that report could report. */
  readonly nobody: readonly Downtime[]
  /** Times in which any of them could not. */
  readonly some: readonly Downtime[]
  readonly until: number
  readonly bounds: Bounds
}

export interface Verdict {
  /** A line of the table. */
  readonly row: readonly string[]
  readonly broken: readonly string[]
}

export const COLUMNS = [
  'said by',
  'raises',
  'median',
  'worst',
  'ends',
  'median',
  'p95',
  'worst',
  'needless clears',
  'longest',
] as const

/** Holds what was received of all conditions against what was true of them. */
export function verdictOn({ title, tracks, extraMs, isStrict }: Received, timeline: Timeline): Verdict {
  const { livesMs, needlessMs } = timeline.bounds
  const delays: (Delay & { name: string })[] = []
  const clears: (Needless & { name: string })[] = []
  for (const [name, truth] of timeline.truth) {
    const said = tracks.get(name) ?? []
    delays.push(...delaysOf(truth, said, timeline.until).map((delay) => ({ ...delay, name })))
    clears.push(
      ...needlessIn(truth, said, timeline.until)
        .filter(({ isClear }) => isClear)
        .map((one) => ({ ...one, name })),
    )
  }
  const late = delays.filter((delay) => delay.ms > boundOf(delay, timeline) + extraMs)
  const wrong = clears.filter(
    ({ at, ms }) => ms > needlessMs || (isStrict && !isNear(at, timeline.some, livesMs)),
  )
  return {
    row: [
      title,
      ...figuresOf(delays, true),
      ...figuresOf(delays, false),
      `${clears.length}`,
      seconds(Math.max(0, ...clears.map(({ ms }) => ms))),
    ],
    broken: [
      ...late.map(
        ({ name, isOn, at, ms }) =>
          `${title}: ${name} ${isOn ? 'began' : 'ended'} at ${clock(at)} and was not told for ${seconds(ms)}`,
      ),
      ...wrong.map(
        ({ name, at, ms }) =>
          `${title}: ${name} was told as over at ${clock(at)} for ${seconds(ms)}, and was not`,
      ),
    ],
  }
}

/** Returns how long it may take until a change is notified. */
function boundOf({ at, isOn }: Delay, { nobody, bounds }: Timeline): number {
  const outage = nobody.find(({ from, until }) => at > from - WAY_MS && at < until + WAY_MS)
  if (!isOn) return WAY_MS + (outage ? bounds.unsaidMs : bounds.livesMs)
  return WAY_MS + (outage ? outage.until - outage.from + AFTER_START_MS : 0)
}

function isNear(at: number, downtimes: readonly Downtime[], ms: number): boolean {
  return downtimes.some(({ from, until }) => at > from && at < until + ms)
}

function figuresOf(delays: readonly Delay[], isOn: boolean): readonly string[] {
  const sorted = delays
    .filter((delay) => delay.isOn === isOn && !delay.isOvertaken)
    .map(({ ms }) => ms)
    .toSorted((one, other) => one - other)
  const at = (share: number) =>
    seconds(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  const count = `${sorted.length}`
  return isOn ? [count, at(0.5), at(1)] : [count, at(0.5), at(0.95), at(1)]
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}

function clock(at: number): string {
  return new Date(at).toISOString().slice(11, 19)
}
