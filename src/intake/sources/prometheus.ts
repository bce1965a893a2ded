import type { Observation } from '../../domain/alert/alert.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Steps } from '../../domain/steps.ts'
import { readEntries } from '../reading/body.ts'
import { isCloudEvent } from './cloudevents.ts'
import { readingInSteps, type Dialect, type ReadContext, type Reading } from '../reading/dialect.ts'
import { describeLabelAlert, readLabelAlert, type LabelAlert } from '../reading/label-alert.ts'

/** An alert without `endsAt` counts as firing for this long; Alertmanager's `resolve_timeout`. */
export const RESOLVE_TIMEOUT_MS = 5 * 60_000

/** Alertmanager's API v2 as its senders use it (its OpenAPI document, `postAlerts`). */
export const PROMETHEUS: Dialect = {
  name: 'prometheus',
  title: 'Prometheus',
  path: '/api/v2/alerts',
  recognises: (body) => Array.isArray(body) && !body.some(isCloudEvent),
  ...readingInSteps(readPostableAlerts),
}

/**
 * The body of Alertmanager's `POST /api/v2/alerts` as observations, in order. An invalid alert is an error and does
 * not hold up the others. Members that Alertmanager does not know are passed over, as it does. Throws
 * `payload_too_large` for too many alerts. Pure.
 */
function* readPostableAlerts(body: unknown, context: ReadContext): Steps<Reading> {
  if (!Array.isArray(body)) return { observations: [], errors: ['the body must be a JSON array of alerts'] }
  return yield* readEntries(body, 'alert', (element) => {
    const alert = readLabelAlert(element)
    if (typeof alert === 'string') return alert
    if (alert.startsAt !== undefined && alert.endsAt !== undefined && alert.endsAt < alert.startsAt) {
      return 'endsAt must not be before startsAt'
    }
    return toObservation(alert, context)
  })
}

function toObservation(alert: LabelAlert, context: ReadContext): Observation {
  const { now } = context
  const { raisedState, ...facts } = describeLabelAlert(alert, context)
  if (alert.endsAt !== undefined && alert.endsAt <= now) {
    return { ...facts, state: 'cleared', at: alert.endsAt, startsAt: alert.startsAt }
  }
  const startsAt = Math.min(alert.startsAt ?? now, now)
  return {
    ...facts,
    state: raisedState,
    at: lastKnownToFire(startsAt, now),
    since: startsAt,
    startsAt: alert.startsAt,
    expiresAt: alert.endsAt ?? now + RESOLVE_TIMEOUT_MS,
  }
}

/**
 * The moment that a push speaks of. It has no date of its own, but that it was sent at all is evidence that the alert
 * fired at most `resolve_timeout` ago. Not `startsAt`: a replica that keeps firing after another one has cleared must
 * be believed in the end, and so it is, five minutes after that clear. Not `now`: the slower one of two replicas, or a
 * replay of an old body, would raise again what has just been cleared.
 */
function lastKnownToFire(startsAt: Instant, now: Instant): Instant {
  return Math.max(startsAt, now - RESOLVE_TIMEOUT_MS)
}
