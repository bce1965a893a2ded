import type { ModelDelivery } from '../model/model.ts'

/** It comes when the one before it would have, unless it is more urgent. */
export function dueAtOf(former: ModelDelivery | undefined, urgency: number, now: number): number {
  const isMoreUrgent = former !== undefined && urgency < former.lineUrgency
  return isMoreUrgent ? now : (former?.dueAt ?? now)
}
