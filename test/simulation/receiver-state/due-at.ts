import type { ModelDelivery } from '../model/model.ts'

/** It comes when the one before it would have, unless it is more urgent, or that one was rejected. */
export function dueAtOf(former: ModelDelivery | undefined, urgency: number, now: number): number {
  const goesAtOnce = former !== undefined && (former.isRejected || urgency < former.queueUrgency)
  return goesAtOnce ? now : (former?.dueAt ?? now)
}
