import type { Webhook } from '../webhook/webhook.ts'
import { usesCurrentState } from './receiver-state.ts'

/** What is remembered of a webhook once its mode is another, in numbers of alerts. */
export interface ModeChangeCounts {
  /** History says what its receiver took last of them. */
  readonly fromHistory: number
  /** They count as told, for history cannot say. */
  readonly assumed: number
  /** On their way, so that it may have been told of them, whatever it knows already. */
  readonly underWay: number
  /** Of those that it knows: what is so now is something else, and nothing on its way says so. */
  readonly outOfSync: number
  /** It may have been told of them, and nobody closes them. */
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

/** What becomes of the memory of a webhook by its change. */
export function modeChangeOf(before: Kept, after: Kept): 'seed' | 'forget' | 'none' {
  if (usesCurrentState(before) === usesCurrentState(after)) return 'none'
  return usesCurrentState(after) ? 'seed' : 'forget'
}
