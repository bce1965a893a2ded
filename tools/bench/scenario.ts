import type { Engine } from './engines/engine.ts'
import type { Readings } from './figures.ts'
import type { PreparedDatabases } from './fill.ts'
import type { Settings } from './settings.ts'
import type { Tally } from './tally.ts'
import type { Workplace } from './workplace.ts'

/** The environment of every scenario. */
export interface Bench extends Workplace {
  readonly prepared: PreparedDatabases
}

export interface Outcome {
  readonly readings: Readings
  readonly tally: Tally
}

export interface Scenario {
  /** For `--only`. */
  readonly id: string
  readonly title: string
  /** Not in every round: preparing it takes long. */
  readonly isOnce?: boolean
  readonly isFullOnly?: boolean
  /** About how long it takes, for the time left. */
  seconds(settings: Settings): number
  measure(bench: Bench, engine: Engine): Promise<Outcome>
}
