import type { Observation } from '../../domain/alert/alert.ts'
import type { Steps } from '../../domain/steps.ts'
import type { Dialect, ReadContext, Reading } from '../reading/dialect.ts'
import { readEntries, readingInSteps } from '../reading/dialect.ts'
import { isCloudEvent } from './cloudevents.ts'
import { describeLabelAlert, readLabelAlert, type LabelAlert } from '../reading/label-alert.ts'
import { pushOf } from '../reading/pushed-alert.ts'

/** Alertmanager's API v2 as its senders use it (its OpenAPI document, `postAlerts`). */
export const PROMETHEUS: Dialect = {
  name: 'prometheus',
  title: 'Prometheus',
  path: '/api/v2/alerts',
  recognises: (body) => Array.isArray(body) && !body.some(isCloudEvent),
  ...readingInSteps(readPostableAlerts),
}

/**
 * Reads the body of Alertmanager's `POST /api/v2/alerts` in order. An invalid alert is an error and does not stop the
 * others. Unknown members are ignored, as by Alertmanager. Throws `payload_too_large` for too many alerts. Pure.
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

/**
 * Pushes count in order of arrival, so `at` is only shown: reporters.ts compares ends with earlier pushes of their
 * reporter.
 */
function toObservation(alert: LabelAlert, context: ReadContext): Observation {
  const { now } = context
  const { raisedState, ...facts } = describeLabelAlert(alert, context)
  const push = pushOf(alert, context)
  const { endsAt = now + push.expiresAfterMs } = alert
  const said = { ...facts, push, countsByArrival: true } as const
  if (endsAt <= now) return { ...said, state: 'cleared', at: endsAt }
  const startsAt = Math.min(push.startsAt, now)
  return { ...said, state: raisedState, at: startsAt, since: startsAt, expiresAt: endsAt }
}
