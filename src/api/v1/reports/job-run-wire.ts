import type { Static } from 'typebox'
import type { JobRun, JobRunDetails, JobRunReport } from '../../../domain/alert/job-run.ts'
import { JOB_STATUSES } from '../../../domain/alert/job-run.ts'
import { NAME_LENGTH_MAX } from '../../../domain/alert/report-limits.ts'
import type { EventId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { knownOnly } from '../../../domain/without-undefined.ts'
import { Type } from '../../routes/route.ts'
import {
  idSchema,
  instantSchema,
  nullable,
  nullableText,
  nullableTime,
  resourceOf,
  within,
} from '../resource.ts'
import { agent, labelsSchema, server } from './alert-wire.ts'
import {
  agentMember,
  DescriptionCutter,
  descriptionMember,
  idValue,
  labelsMember,
  mapBodies,
  oneOrMany,
  readPastTime,
  readSource,
  type Refuse,
  refuseLongLabels,
  serverMember,
  sourceMember,
  textMember,
  timeMember,
  TOGETHER_MAX,
  toLabels,
  toLocation,
  toText,
  valueMember,
} from './intake-body.ts'

const jobRunDetails = resourceOf<JobRunDetails>()({
  agent: [agent.schema, agent.toWire],
  server: [server.schema, server.toWire],
  database: nullableText('The database the job works on.'),
  exit_code: nullableText('The exit code, as text.'),
  output: nullableText('What the job printed.'),
  command: nullableText('The command.'),
  labels: [labelsSchema, ({ labels = {} }) => labels],
})

/** Members that a job run and its event share. */
export const reportedRun = resourceOf<JobRunReport>()({
  source: Type.String('Who reported it.'),
  job_id: Type.String('The job, by its id at the scheduler.'),
  run_id: Type.String('The run; with source and job it is the identity.'),
  name: Type.String('The name of the job.'),
  status: Type.Enum(JOB_STATUSES, 'How it ended.'),
  started_at: nullableTime('When it started, if that is known.'),
  ended_at: [instantSchema('When it ended.'), 'finishedAt'],
  ...within(({ details }: JobRunReport) => details, jobRunDetails),
})

interface ShownJobRun extends JobRun {
  readonly eventId: EventId | undefined
}

export const jobRunResource = resourceOf<ShownJobRun>()('JobRun', {
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
})

const jobRunBodySchema = Type.Object(
  {
    job_id: idValue('The job, by its id at the scheduler.'),
    run_id: idValue(
      'The run. The same source, job and run are delivered once, however often they are reported.',
    ),
    name: Type.String({ minLength: 1, maxLength: NAME_LENGTH_MAX, description: 'The name of the job.' }),
    status: Type.Enum(JOB_STATUSES, 'How it ended.'),
    source: sourceMember,
    started_at: timeMember('When it started, if that is known.'),
    ended_at: timeMember('When it ended; now if not given. At most 10 minutes in the future.'),
    agent: agentMember,
    server: serverMember,
    database: textMember('The database the job works on.'),
    exit_code: valueMember('The exit code.'),
    output: descriptionMember('What the job printed.'),
    command: descriptionMember('The command.'),
    labels: labelsMember(`Further values, by name. ${TOGETHER_MAX}`),
  },
  {
    additionalProperties: false,
    'x-unknown': { finished_at: 'is called ended_at' },
    title: 'JobRunReport',
    description: 'One finished run of a scheduled job.',
  },
)

type JobRunBody = Static<typeof jobRunBodySchema>

export const jobRunsSchema = oneOrMany(Type.Unsafe<JobRunBody>(jobRunBodySchema))

/** Returns the reports in the order given. Throws `invalid_request` that names every wrong time. */
export function toJobRunReports(
  body: JobRunBody | readonly JobRunBody[],
  now: Instant,
): readonly JobRunReport[] {
  return mapBodies(body, (one, refuse) => toJobRunReport(one, now, refuse))
}

function toJobRunReport(body: JobRunBody, now: Instant, refuse: Refuse): JobRunReport {
  const startedAt = readPastTime('started_at', body.started_at, { now, refuse }) ?? null
  const finishedAt =
    readPastTime('ended_at', body.ended_at, { now, refuse }) ?? Math.max(now, startedAt ?? now)
  if (startedAt !== null && startedAt > finishedAt) refuse('started_at', 'must not be later than `ended_at`')
  const details = toJobRunDetails(body)
  refuseLongLabels(details, refuse)
  return {
    source: readSource(body.source, refuse),
    jobId: String(body.job_id),
    runId: String(body.run_id),
    name: body.name,
    status: body.status,
    startedAt,
    finishedAt,
    details,
  }
}

function toJobRunDetails(body: JobRunBody): JobRunDetails {
  const cutter = new DescriptionCutter()
  return knownOnly<JobRunDetails>({
    ...toLocation(body),
    exitCode: toText(body.exit_code),
    output: cutter.text('output', body.output),
    command: cutter.text('command', body.command),
    labels: toLabels(body.labels),
  })
}
