import type { Static } from 'typebox'
import type { BriefEvent } from '../../../domain/alert/brief-event.ts'
import { type AlertEvent, type Event, EVENT_TRIGGERS, type JobRunEvent } from '../../../domain/alert/event.ts'
import type { EventId } from '../../../domain/ids.ts'
import { describeEnding } from '../../../domain/reporter/reporter-list.ts'
import type { Store } from '../../../storage/store.ts'
import { Type } from '../../routes/route.ts'
import { idSchema, instantSchema, nullableText, nullableTime, resourceOf, within } from '../resource.ts'
import {
  acknowledgementSchema,
  alertDetails,
  alertStateSchema,
  endedBySchema,
  toAcknowledgementWire,
} from './alert-wire.ts'
import { reportedRun } from './job-run-wire.ts'

const anyEvent = resourceOf<Event>()({
  id: idSchema('The id of the event.'),
  source: Type.String('Who reported it.'),
  name: Type.String('The name of the alert or the job.'),
  at: instantSchema("When it happened, by the monitor's clock."),
  accepted_at: instantSchema('When Tocsin stored it.'),
})

export function eventTriggerSchema() {
  return Type.Enum(
    EVENT_TRIGGERS,
    'change: the alert changed its state, or was raised again. acknowledgement: somebody acknowledged the alert; webhooks with `acknowledgements` are notified. The others go only to the webhook they were created for. resync: the current state, for a webhook in mode `current_state` that was out of sync; missed: an alert that was raised and cleared before anything could be sent; reminder: an alert that lasts, as `remind` of the webhook says.',
  )
}

export const alertEventResource = resourceOf<AlertEvent>()('AlertEvent', {
  ...anyEvent.list,
  kind: Type.Literal('alert'),
  alert_id: idSchema('The alert that changed.'),
  alert_key: Type.String('Its identity within the source.'),
  old_state: alertStateSchema('The state before.'),
  new_state: alertStateSchema('The state since then.'),
  trigger: eventTriggerSchema(),
  raised_at: instantSchema('When the alert was raised.'),
  expires_at: nullableTime('Without news until then it counts as cleared.'),
  expired: [Type.Boolean('True: `ended_by` is `expired`.'), ({ endedBy }) => endedBy === 'expired'],
  ended_by: endedBySchema('Why the alert is over, by this event'),
  ending: [
    nullableText(
      'Of a clear of what senders pushed in the API of Prometheus: who said the end, and who had not been heard for how long. Null: nothing is known.',
    ),
    ({ ending }) => (ending ? describeEnding(ending) : null),
  ],
  ...within(({ details }: AlertEvent) => details, alertDetails),
  warnings: Type.Array(Type.String(), 'Values that Tocsin had to guess.'),
  acknowledgement: [acknowledgementSchema, ({ acknowledgement }) => toAcknowledgementWire(acknowledgement)],
})

export const jobRunEventResource = resourceOf<JobRunEvent>()('JobRunEvent', {
  ...anyEvent.list,
  ...reportedRun.list,
  kind: Type.Literal('job_run'),
  job_run_id: idSchema('The job run that ended.'),
})

/** An event; `kind` distinguishes both. */
export const eventSchema = Type.Union([alertEventResource.schema, jobRunEventResource.schema], {
  title: 'Event',
})

export function toEventWire(event: Event): Static<typeof eventSchema> {
  return event.kind === 'alert' ? alertEventResource.toWire(event) : jobRunEventResource.toWire(event)
}

/** Limits events per reading, so that others are served in between. */
const AT_ONCE = 50

export async function findBriefEvents(
  store: Store,
  deliveries: readonly { readonly eventId: EventId }[],
): Promise<ReadonlyMap<EventId, BriefEvent>> {
  const ids = [...new Set(deliveries.map(({ eventId }) => eventId))]
  const found = new Map<EventId, BriefEvent>()
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const events = await store.findEvents(ids.slice(start, start + AT_ONCE))
    for (const event of events) found.set(event.id, event)
  }
  return found
}
