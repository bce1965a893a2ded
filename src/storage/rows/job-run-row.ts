import type { JobRun } from '../../domain/alert/job-run.ts'
import type { JobId, JobRunId, RunId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { readStored } from './columns.ts'

export interface JobRunRow {
  id: JobRunId
  source: string
  job_id: JobId
  run_id: RunId
  name: string
  status: JobRun['status']
  started_at: Instant | null
  finished_at: Instant
  details: string
  accepted_at: Instant
}

export function toJobRun(row: JobRunRow): JobRun {
  return {
    id: row.id,
    source: row.source,
    jobId: row.job_id,
    runId: row.run_id,
    name: row.name,
    status: row.status,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    details: readStored(row.details, {}),
    acceptedAt: row.accepted_at,
  }
}

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
