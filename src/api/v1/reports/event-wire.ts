import type { Static } from 'typebox'
import { Type } from '../../routes/schema-builder.ts'
import { EVENT_TRIGGERS, type AlertEvent, type Event, type JobRunEvent } from '../../../domain/alert/event.ts'
import { formatInstant } from '../../../domain/instant.ts'
import { alertStateSchema, endedBySchema } from './alert-wire.ts'
import { alertDetailsMembers, toAlertDetailsWire, toJobRunDetailsWire } from './details-wire.ts'
import { jobRunMembers } from './job-run-wire.ts'
import { idSchema, instantOrNull, instantSchema, nullable } from '../shapes.ts'

const eventMembers = {
  id: idSchema('The id of the event.'),
  source: Type.String({ description: 'Who reported it.' }),
  name: Type.String({ description: 'The name of the alert or the job.' }),
  at: instantSchema("When it happened, by the monitor's clock."),
  accepted_at: instantSchema('When Tocsin stored it.'),
}

/** Why there is an event of an alert. */
export function eventTriggerSchema() {
  return Type.Enum([...EVENT_TRIGGERS], {
    description:
      'change: the alert changed its state, or was raised again. The others are not changes; only the webhooks they were created for are notified. resync: the current state, for a webhook in mode `current_state` that was out of sync; missed: an alert that was raised and cleared before anything could be sent.',
  })
}

export const alertEventMembers = {
  ...eventMembers,
  kind: Type.Literal('alert'),
  alert_id: idSchema('The alert that changed.'),
  alert_key: Type.String({ description: 'Its identity within the source.' }),
  old_state: alertStateSchema('The state before.'),
  new_state: alertStateSchema('The state since then.'),
  trigger: eventTriggerSchema(),
  raised_at: instantSchema('When the alert was raised.'),
  expires_at: nullable(Type.String({ format: 'date-time' }), 'Without news until then it counts as cleared.'),
  expired: Type.Boolean({ description: 'True: `ended_by` is `silence`.' }),
  ended_by: endedBySchema('Why the alert is over, by this event'),
  ...alertDetailsMembers,
  warnings: Type.Array(Type.String(), { description: 'Values that Tocsin had to guess.' }),
}

export const jobRunEventMembers = {
  ...eventMembers,
  ...jobRunMembers,
  kind: Type.Literal('job_run'),
  job_run_id: idSchema('The job run that ended.'),
}

export const alertEventSchema = Type.Object(alertEventMembers, { title: 'AlertEvent' })
export const jobRunEventSchema = Type.Object(jobRunEventMembers, { title: 'JobRunEvent' })

/** An event; `kind` says which of the two it is. */
export const eventSchema = Type.Union([alertEventSchema, jobRunEventSchema], { title: 'Event' })

export function toEventWire(event: Event): Static<typeof eventSchema> {
  return event.kind === 'alert' ? toAlertEventWire(event) : toJobRunEventWire(event)
}

export function toAlertEventWire(event: AlertEvent): Static<typeof alertEventSchema> {
  return {
    id: event.id,
    kind: event.kind,
    source: event.source,
    name: event.name,
    at: formatInstant(event.at),
    accepted_at: formatInstant(event.acceptedAt),
    alert_id: event.alertId,
    alert_key: event.alertKey,
    old_state: event.oldState,
    new_state: event.newState,
    trigger: event.trigger,
    raised_at: formatInstant(event.raisedAt),
    expires_at: instantOrNull(event.expiresAt),
    expired: event.endedBy === 'silence',
    ended_by: event.endedBy,
    ...toAlertDetailsWire(event.details),
    warnings: [...event.warnings],
  }
}

function toJobRunEventWire(event: JobRunEvent): Static<typeof jobRunEventSchema> {
  return {
    id: event.id,
    kind: event.kind,
    source: event.source,
    name: event.name,
    at: formatInstant(event.at),
    accepted_at: formatInstant(event.acceptedAt),
    job_run_id: event.jobRunId,
    job_id: event.jobId,
    run_id: event.runId,
    status: event.status,
    started_at: instantOrNull(event.startedAt),
    finished_at: formatInstant(event.finishedAt),
    ...toJobRunDetailsWire(event.details),
  }
}
