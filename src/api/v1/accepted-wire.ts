import type { Observation } from '../../domain/alert/alert.ts'
import type { JobRunAccepted, ObservationAccepted } from '../../storage/store.ts'
import { Type } from '../routes/route.ts'
import { idSchema, nullable, resourceOf } from './resource.ts'

interface ObservationResult extends ObservationAccepted {
  readonly warnings: readonly string[]
}

const observationResult = resourceOf<ObservationResult>()('ObservationResult', {
  result: Type.Enum(['raised', 'changed', 'cleared', 'refreshed', 'stale', 'ignored'], {
    description:
      'raised, changed, cleared: the state changed, and there is an event; refreshed: the same state again; stale: older than a stored report; ignored: cleared, for an unknown alert (for a day, an older raise of it is stale).',
  }),
  alert_id: nullable(idSchema('The alert.'), 'The id of the alert; null: ignored, or stale and unknown.'),
  event_id: nullable(idSchema('The event.'), 'The id of the event; null: the state did not change.'),
  deliveries: [
    Type.Integer({ minimum: 0, description: 'The number of webhooks that are notified.' }),
    'deliveryCount',
  ],
  warnings: Type.Array(Type.String(), 'Values that Tocsin had to guess.'),
})

/** The results of observations, one each, in the order given. */
export const observationResults = Type.Array(
  observationResult.schema,
  'One per observation, in the order given.',
)

export function toObservationResults(
  accepted: readonly ObservationAccepted[],
  observations: readonly Observation[],
) {
  return accepted.map((one, index) =>
    observationResult.toWire({ ...one, warnings: observations[index]?.warnings ?? [] }),
  )
}

const jobRunResult = resourceOf<JobRunAccepted>()('JobRunResult', {
  result: Type.Enum(['accepted', 'duplicate'], {
    description: 'duplicate: the same source, job and run were reported before; nothing changed.',
  }),
  job_run_id: idSchema('The job run.'),
  event_id: nullable(idSchema('The event.'), 'Null for a duplicate.'),
  deliveries: [
    Type.Integer({ minimum: 0, description: 'The number of webhooks that are notified.' }),
    'deliveryCount',
  ],
})

/** The results of job runs, one each, in the order given. */
export const jobRunResults = Type.Array(jobRunResult.schema, 'One per job run, in the order given.')

export function toJobRunResults(accepted: readonly JobRunAccepted[]) {
  return accepted.map(jobRunResult.toWire)
}
