import type { Cleanup } from './cleanup.ts'
import type { Engine } from './engines/engine.ts'
import type { Readings } from './figures.ts'
import type { Part } from './part.ts'
import type { ReceiverVerbs } from './parts/receiver.ts'
import type { PreparedDatabases } from './prepared-databases.ts'
import type { Settings } from './settings.ts'

/** What every scenario works with. */
export interface Bench {
  readonly settings: Settings
  readonly cleanup: Cleanup
  readonly receiver: Part<ReceiverVerbs>
  readonly receiverUrl: string
  /** Where bad receivers are; what they do is their path. */
  readonly badReceiverUrl: string
  readonly prepared: PreparedDatabases
}

/** What must be zero, whatever the speed (but for what was refused or unanswered: that is only said). */
export interface Tally {
  readonly accepted: number
  readonly refused: number
  readonly unanswered: number
  readonly lost: number
  readonly repeated: number
  readonly disordered: number
}

export const NOTHING_COUNTED: Tally = {
  accepted: 0,
  refused: 0,
  unanswered: 0,
  lost: 0,
  repeated: 0,
  disordered: 0,
}

export function addTallies(one: Tally, other: Tally): Tally {
  return {
    accepted: one.accepted + other.accepted,
    refused: one.refused + other.refused,
    unanswered: one.unanswered + other.unanswered,
    lost: one.lost + other.lost,
    repeated: one.repeated + other.repeated,
    disordered: one.disordered + other.disordered,
  }
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
