import type { Observation } from '../../domain/alert/alert.ts'
import type { JobRunAccepted, ObservationAccepted } from '../../storage/store.ts'
import { Type } from '../routes/schema-builder.ts'
import { idSchema, nullable } from './shapes.ts'

/** The results of observations, whatever their way in; one each, in the order given. */
export const observationResults = Type.Array(
  Type.Object(
    {
      result: Type.Enum(['raised', 'changed', 'cleared', 'refreshed', 'stale', 'ignored'], {
        description:
          'raised, changed, cleared: the state changed, and there is an event; refreshed: the same state again; stale: older than a stored report; ignored: cleared, for an unknown alert (for a day, an older raise of it is stale).',
      }),
      alert_id: nullable(idSchema('The alert.'), 'The id of the alert; null: ignored, or stale and unknown.'),
      event_id: nullable(idSchema('The event.'), 'The id of the event; null: the state did not change.'),
      deliveries: Type.Integer({ minimum: 0, description: 'The number of webhooks that are notified.' }),
      warnings: Type.Array(Type.String(), { description: 'Values that Tocsin had to guess.' }),
    },
    { title: 'ObservationResult' },
  ),
  { description: 'One per observation, in the order given.' },
)

export function toObservationResults(
  accepted: readonly ObservationAccepted[],
  observations: readonly Observation[],
) {
  return accepted.map(({ result, alertId, eventId, deliveryCount }, index) => ({
    result,
    alert_id: alertId,
    event_id: eventId,
    deliveries: deliveryCount,
    warnings: observations[index]?.warnings ?? [],
  }))
}

/** The results of job runs, one each, in the order given. */
export const jobRunResults = Type.Array(
  Type.Object(
    {
      result: Type.Enum(['accepted', 'duplicate'], {
        description: 'duplicate: the same source, job and run were reported before; nothing changed.',
      }),
      job_run_id: idSchema('The job run.'),
      event_id: nullable(idSchema('The event.'), 'Null for a duplicate.'),
      deliveries: Type.Integer({ minimum: 0, description: 'The number of webhooks that are notified.' }),
    },
    { title: 'JobRunResult' },
  ),
  { description: 'One per job run, in the order given.' },
)

export function toJobRunResults(accepted: readonly JobRunAccepted[]) {
  return accepted.map(({ result, jobRunId, eventId, deliveryCount }) => ({
    result,
    job_run_id: jobRunId,
    event_id: eventId,
    deliveries: deliveryCount,
  }))
}
