import { jobRunEventOf } from '../../../domain/alert/event.ts'
import type { JobRunReport } from '../../../domain/alert/job-run.ts'
import type { JobId, JobRunId, RunId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { JobRunAccepted } from '../../store.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import type { FanOut } from './fan-out.ts'

export function prepareAcceptJobRuns({ db }: SqliteDeps, fanOut: FanOut) {
  const selectRunKey = db.prepare<[source: string, jobId: JobId, runId: RunId], { job_run_id: JobRunId }>(
    'SELECT job_run_id FROM job_run_keys WHERE source = ? AND job_id = ? AND run_id = ?',
  )
  const insertRunKey = db.prepare<
    [source: string, jobId: JobId, runId: RunId, jobRunId: JobRunId, acceptedAt: Instant]
  >('INSERT INTO job_run_keys (source, job_id, run_id, job_run_id, accepted_at) VALUES (?, ?, ?, ?, ?)')
  const insertRun = db.prepare<RunValues>(
    'INSERT INTO job_runs (source, job_id, run_id, name, status, started_at, finished_at, details, accepted_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )

  function accept(report: JobRunReport, now: Instant): JobRunAccepted {
    const { source, jobId, runId, name, status, startedAt, finishedAt, details } = report
    const known = selectRunKey.get(source, jobId, runId)
    if (known)
      return {
        result: 'duplicate',
        jobRunId: known.job_run_id,
        eventId: null,
        deliveryCount: 0,
        notifiedNobody: false,
      }

    const values = [name, status, startedAt, finishedAt, JSON.stringify(details), now] as const
    const id = Number(insertRun.run(source, jobId, runId, ...values).lastInsertRowid)
    insertRunKey.run(source, jobId, runId, id, now)
    return { result: 'accepted', jobRunId: id, ...fanOut(jobRunEventOf({ ...report, id, acceptedAt: now })) }
  }

  return function acceptJobRuns(runs: readonly JobRunReport[], now: Instant): readonly JobRunAccepted[] {
    return runs.map((run) => accept(run, now))
  }
}

type RunValues = [
  source: string,
  jobId: JobId,
  runId: RunId,
  name: string,
  status: string,
  startedAt: Instant | null,
  finishedAt: Instant,
  details: string,
  acceptedAt: Instant,
]
