import type { Static } from 'typebox'
import { Type } from '../../routes/schema-builder.ts'
import type { EventId } from '../../../domain/ids.ts'
import { formatInstant } from '../../../domain/instant.ts'
import { JOB_STATUSES, type JobRun } from '../../../domain/alert/job-run.ts'
import { jobRunDetailsMembers, toJobRunDetailsWire } from './details-wire.ts'
import { idSchema, instantOrNull, instantSchema, nullable } from '../shapes.ts'

/** Members that a job run and its event share. */
export const jobRunMembers = {
  source: Type.String({ description: 'Who reported it.' }),
  job_id: Type.String({ description: 'The job, by its id at the scheduler.' }),
  run_id: Type.String({ description: 'The run; with source and job it is the identity.' }),
  name: Type.String({ description: 'The name of the job.' }),
  status: Type.Enum([...JOB_STATUSES], { description: 'How it ended.' }),
  started_at: nullable(Type.String({ format: 'date-time' }), 'When it started, if that is known.'),
  finished_at: instantSchema('When it ended.'),
  ...jobRunDetailsMembers,
}

export const jobRunSchema = Type.Object(
  {
    id: idSchema('The id of the run in Tocsin.'),
    accepted_at: instantSchema('When Tocsin stored it.'),
    event_id: nullable(
      Type.Integer({ minimum: 1 }),
      'The event of the run, with its deliveries; null: it is no longer kept.',
    ),
    ...jobRunMembers,
  },
  { title: 'JobRun' },
)

export function toJobRunWire(run: JobRun, eventId: EventId | undefined): Static<typeof jobRunSchema> {
  return {
    id: run.id,
    accepted_at: formatInstant(run.acceptedAt),
    event_id: eventId ?? null,
    source: run.source,
    job_id: run.jobId,
    run_id: run.runId,
    name: run.name,
    status: run.status,
    started_at: instantOrNull(run.startedAt),
    finished_at: formatInstant(run.finishedAt),
    ...toJobRunDetailsWire(run.details),
  }
}
