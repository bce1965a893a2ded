import { demand } from '../model/broken-promise.ts'
import type { ModelClaim } from '../model/model-claim.ts'
import type { Model, ModelDelivery } from '../model/model.ts'

/** Whether an attempt that was not accepted was the last of its schedule, or one after that: what says the current state goes on. */
export function isScheduleOver(model: Model, claim: ModelClaim | undefined): boolean {
  const reaction = claim?.exchange?.receiverState?.reaction
  if (!claim?.sentStates || !reaction) return false
  const { webhook, scheduleAttempt, isOtherAccepted } = claim
  const hasFailed =
    'failure' in reaction
      ? reaction.failure !== 'cancelled'
      : reaction.status !== 200 && reaction.status !== 410 && !(isRejection(reaction) && isOtherAccepted)
  return hasFailed && (webhook.retryScheduleMs ?? model.plan.retryScheduleMs)[scheduleAttempt] === undefined
}

/** It is about this notification, and of no other. */
export function isRejection({ status }: { readonly status: number }): boolean {
  return status === 400 || status === 413 || status === 422
}

/** When the fallback is notified after that: with the end of the schedule at the latest. */
export function hastened(fallbackAt: number | null, isOver: boolean, now: number): number | null {
  return isOver && fallbackAt !== null ? Math.min(fallbackAt, now) : fallbackAt
}

/** Of one that is tried again. */
export function demandHastened(
  model: Model,
  { id, fallbackAt }: ModelDelivery,
  { before, isOver, now }: { readonly before: number | null; readonly isOver: boolean; readonly now: number },
): void {
  const expected = hastened(before, isOver, now)
  model.saw('a fallback is notified at the end of a schedule', expected !== before)
  demand(
    fallbackAt === expected,
    'a fallback is notified at the end of the schedule, or after the time that its webhook says',
    () => `delivery ${id}: at ${fallbackAt} instead of ${expected}`,
  )
}
