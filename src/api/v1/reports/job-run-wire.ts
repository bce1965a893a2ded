import { Type } from '../../routes/schema-builder.ts'
import type { EventId } from '../../../domain/ids.ts'
import { JOB_STATUSES, type JobRun, type JobRunReport } from '../../../domain/alert/job-run.ts'
import { resourceOf, within } from '../resource.ts'
import { idSchema, instantSchema, nullable, nullableTime } from '../shapes.ts'
import { jobRunDetails } from './details-wire.ts'

/** Members that a job run and its event share. */
export const reportedRun = resourceOf<JobRunReport>()({
  source: Type.String({ description: 'Who reported it.' }),
  job_id: Type.String({ description: 'The job, by its id at the scheduler.' }),
  run_id: Type.String({ description: 'The run; with source and job it is the identity.' }),
  name: Type.String({ description: 'The name of the job.' }),
  status: Type.Enum([...JOB_STATUSES], { description: 'How it ended.' }),
  started_at: nullableTime('When it started, if that is known.'),
  ended_at: [instantSchema('When it ended.'), 'finishedAt'],
  ...within(({ details }: JobRunReport) => details, jobRunDetails),
})

export interface ShownJobRun extends JobRun {
  readonly eventId: EventId | undefined
}

export const jobRunResource = resourceOf<ShownJobRun>()(
  {
    id: idSchema('The id of the run in Tocsin.'),
    accepted_at: instantSchema('When Tocsin stored it.'),
    event_id: [
      nullable(
        Type.Integer({ minimum: 1 }),
        'The event of the run, with its deliveries; null: it is no longer kept.',
      ),
      ({ eventId = null }) => eventId,
    ],
    ...reportedRun.list,
  },
  { title: 'JobRun' },
)
