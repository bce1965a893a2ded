import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '../../../test/simulation/random.ts'
import type { Conditions } from './conditions.ts'
import type { Pair } from './pairs.ts'
import { WAY_MS, type Bounds } from './verdict.ts'

/** How the conditions change, and who is restarted meanwhile. */
export interface Timetable {
  readonly groupIntervalMs: number
  /** Alertmanager may be built first, which takes minutes. */
  readonly mayBuild: boolean
  readonly bounds: Bounds
  /** Returns when everything that is over must have been notified. */
  readonly run: (chain: Chain) => Promise<void>
}

export interface Chain {
  readonly conditions: Conditions
  readonly pairs: readonly Pair[]
  readonly say: (line: string) => void
}

/** A monitor lives so long after its last push, at promises of 4 minutes (docs/sources-prometheus.md). */
const LIVES_MS = 150_000
/** Promise and grace: an end that nobody said. */
const UNSAID_MS = 300_000

/** After the last change everything that is over must have been notified. */
const SETTLE_MS = 180_000

/** Conditions flap by chance, also while replicas are down: some ends are reported by one replica only, or by none. */
export function longTimetable({
  minutes,
  seed,
}: {
  readonly minutes: number
  readonly seed: number
}): Timetable {
  const run = async ({ conditions, pairs, say }: Chain) => {
    const quarter = Math.max(5_000, (minutes * 60_000 - SETTLE_MS) / 4)
    conditions.flap(new Random(seed))
    await sleep(quarter)
    say('One replica of each pair is restarted at the same address.')
    await restartOne(pairs, { downMs: 3_000, forgets: false })
    await sleep(quarter)
    say('Both are restarted at once.')
    await restartBoth(pairs, 5_000)
    await sleep(quarter)
    say('One is restarted, and has forgotten everything.')
    await restartOne(pairs, { downMs: 3_000, forgets: true })
    await sleep(quarter)
    conditions.end()
    say(`Everything is over; ${SETTLE_MS / 1_000} s until it must have been told.`)
    await sleep(SETTLE_MS)
  }
  return {
    run,
    groupIntervalMs: 10_000,
    mayBuild: true,
    bounds: { livesMs: LIVES_MS, unsaidMs: UNSAID_MS, needlessMs: LIVES_MS },
  }
}

/**
 * Conditions stay as they are while somebody is down: each end is said by both replicas, so it must be notified at
 * once, with whatever start.
 */
export function shortTimetable(): Timetable {
  const groupIntervalMs = 2_000
  const run = async ({ conditions, pairs, say }: Chain) => {
    // A replica that has just started sends nothing for some seconds.
    await sleep(TAKEN_MS)
    conditions.begin()
    await sleep(TAKEN_MS)
    say('One replica of each pair is restarted, and has forgotten everything.')
    await restartOne(pairs, { downMs: 1_000, forgets: true })
    await sleep(WAY_MS)
    conditions.flapFast()
    await sleep(FLAPPING_MS)
    conditions.begin()
    await sleep(TAKEN_MS)
    say('Both are restarted at once.')
    await restartBoth(pairs, 2_000)
    await sleep(WAY_MS)
    conditions.end()
    await sleep(WAY_MS + 3 * groupIntervalMs)
  }
  return {
    run,
    groupIntervalMs,
    mayBuild: false,
    bounds: { livesMs: 0, unsaidMs: 0, needlessMs: WAY_MS },
  }
}

/** After it every replica has seen a change, if the machine is not too busy. */
const TAKEN_MS = 15_000
/** Each condition ends and most begin again. */
const FLAPPING_MS = 20_000

interface Restart {
  readonly downMs: number
  readonly forgets: boolean
}

async function restartOne(pairs: readonly Pair[], restart: Restart): Promise<void> {
  await Promise.all(pairs.map(({ replicas: [one] }) => one.restart(restart)))
}

async function restartBoth(pairs: readonly Pair[], downMs: number): Promise<void> {
  const replicas = pairs.flatMap((pair) => pair.replicas)
  await Promise.all(replicas.map((replica) => replica.restart({ downMs, forgets: false })))
}
