import type { Alert, Observation } from '../../../src/domain/alert/alert.ts'
import { clearByHand } from '../../../src/domain/alert/clear-by-hand.ts'
import { expire, observe } from '../../../src/domain/alert/observe.ts'
import type { Change, Moment } from './model-alerts.ts'
import type { ModelAlert, Written } from './model.ts'

/**
 * Applies the rule of the service itself to the stored reporters of a push, and so holds the engines to that rule.
 * `world/pushers.ts` tests the rule against the truth at the monitors.
 */
export function observePushed(
  before: ModelAlert | undefined,
  observation: Observation,
  { now, reported, endedBefore: earlyClear, openTime }: Moment,
): Change {
  const effect = observe(before?.pushed, observation, now, { openTime, earlyClear })
  const { result, alert, oldState } = effect
  if (!alert) {
    const endedBefore = effect.earlyClear
    return {
      result,
      alert: undefined,
      isNotified: false,
      ...(endedBefore !== undefined && { endedBefore }),
    }
  }
  const wasReported = alert.observedAt !== before?.reportedAt
  const after = asModelled(alert, wasReported || !before ? reported : before.reported)
  return { result, alert: after, isNotified: oldState !== undefined }
}

/** Clears an alert that no reporter repeated within its promise, or after an end was said. */
export function expirePushed({ reported }: ModelAlert, pushed: Alert, now: number): Omit<ModelAlert, 'id'> {
  return asModelled(expire(pushed, now), reported)
}

export function clearPushed({ reported }: ModelAlert, pushed: Alert, now: number): Omit<ModelAlert, 'id'> {
  return asModelled(clearByHand(pushed, now), reported)
}

function asModelled(alert: Omit<Alert, 'id'>, reported: Written): Omit<ModelAlert, 'id'> {
  const { state, changedAt, lastReportedAt, observedAt, expiresAt, endsAt, episodeNumber } = alert
  return {
    state,
    changedAt,
    lastReportedAt,
    reportedAt: observedAt,
    reported,
    promisedUntil: expiresAt,
    endsAt: endsAt ?? null,
    episodeNumber,
    pushed: { id: 0, ...alert },
  }
}
