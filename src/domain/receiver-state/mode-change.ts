import type { Webhook } from '../webhook/webhook.ts'
import { usesCurrentState } from './receiver-state.ts'

/** Numbers of alerts by what a change of mode stores about them. */
export interface ModeChangeCounts {
  /** The delivery history shows what the receiver accepted last. */
  readonly fromHistory: number
  /** The history does not reach back: the receiver is assumed to have them. */
  readonly assumed: number
  /** Alerts that are being sent, and were possibly sent already. */
  readonly underWay: number
  /** Differ from what the history shows, and no delivery carries the difference. */
  readonly outOfSync: number
  /** Possibly sent, and never cleared there. */
  readonly forgotten: number
}

export const NO_COUNTS: ModeChangeCounts = {
  fromHistory: 0,
  assumed: 0,
  underWay: 0,
  outOfSync: 0,
  forgotten: 0,
}

type Kept = Pick<Webhook, 'mode' | 'payloadType'>

/** Returns what a change of the webhook does to its receiver states. */
export function modeChangeOf(before: Kept, after: Kept): 'seed' | 'forget' | 'none' {
  if (usesCurrentState(before) === usesCurrentState(after)) return 'none'
  return usesCurrentState(after) ? 'seed' : 'forget'
}
