import type { JobRun } from '../../domain/alert/job-run.ts'
import type { JobId, JobRunId, RunId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { json, type RowOf, tableOf, text, whole } from './columns.ts'

export const JOB_RUN_COLUMNS = {
  id: whole<JobRunId>(),
  source: text(),
  job_id: text<JobId>(),
  run_id: text<RunId>(),
  name: text(),
  status: text<JobRun['status']>(),
  started_at: whole<Instant | null>(),
  finished_at: whole<Instant>(),
  details: json<JobRun['details']>({}),
  accepted_at: whole<Instant>(),
}

export type JobRunRow = RowOf<typeof JOB_RUN_COLUMNS>

export const toJobRun: (row: JobRunRow) => JobRun = tableOf(JOB_RUN_COLUMNS).fromRow

export function toJobRunRow(run: JobRun): JobRunRow {
  return {
    id: run.id,
    source: run.source,
    job_id: run.jobId,
    run_id: run.runId,
    name: run.name,
    status: run.status,
    started_at: run.startedAt,
    finished_at: run.finishedAt,
    details: JSON.stringify(run.details),
    accepted_at: run.acceptedAt,
  }
}
