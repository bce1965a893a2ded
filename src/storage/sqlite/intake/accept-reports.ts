import type { JobId, JobRunId, RunId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { AlertRows, RunRows } from '../../changes/accept-reports.ts'
import { takeJobRun, takeObservation, withEventId } from '../../changes/accept-reports.ts'
import { FanOut } from '../../changes/fan-out.ts'
import { JOB_RUN_COLUMNS, toJobRunRow } from '../../rows/job-run-row.ts'
import { namesOf, prepareInsert } from '../connection/prepare-insert.ts'
import type { SyncMethods } from '../connection/run-script.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import type { AlertTable } from './alert-table.ts'
import type { IntakeTables } from './fan-out.ts'

export function acceptMethods(
  { db, freeSpace }: SqliteDeps,
  table: AlertTable,
  { view, save }: IntakeTables,
): Pick<SyncMethods, 'acceptObservations' | 'acceptJobRuns'> {
  const alerts = { ...table, ...earlyClears(db) } satisfies AlertRows
  const runs = jobRuns(db)
  return {
    acceptObservations(observations, now, openTime) {
      freeSpace?.require(now)
      const fanOut = new FanOut(view)
      const taken = observations.map((observation) =>
        takeObservation({ observation, openTime }, now, { alerts, fanOut }),
      )
      const eventIds = save(fanOut)
      return taken.map((one) => withEventId(one, eventIds))
    },

    acceptJobRuns(given, now) {
      freeSpace?.require(now)
      const fanOut = new FanOut(view)
      const taken = given.map((run) => takeJobRun(run, now, { runs, fanOut }))
      const eventIds = save(fanOut)
      return taken.map((one) => withEventId(one, eventIds))
    },
  }
}

function earlyClears(db: SqliteDeps['db']): Pick<AlertRows, 'findEarlyClear' | 'putEarlyClear'> {
  const select = db.prepare<[source: string, key: string, variant: string], { last_reported_at: Instant }>(
    'SELECT last_reported_at FROM early_clears WHERE source = ? AND key = ? AND variant = ?',
  )
  const put = db.prepare<
    [source: string, key: string, variant: string, lastReportedAt: Instant, madeAt: Instant]
  >(
    `INSERT INTO early_clears (source, key, variant, last_reported_at, made_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET last_reported_at = excluded.last_reported_at, made_at = excluded.made_at`,
  )
  return {
    findEarlyClear: ({ source, key, variant = '' }) => select.get(source, key, variant)?.last_reported_at,
    putEarlyClear({ source, key, variant = '' }, lastReportedAt, now) {
      put.run(source, key, variant, lastReportedAt, now)
    },
  }
}

function jobRuns(db: SqliteDeps['db']): RunRows {
  const selectKey = db.prepare<[source: string, jobId: JobId, runId: RunId], { job_run_id: JobRunId }>(
    'SELECT job_run_id FROM job_run_keys WHERE source = ? AND job_id = ? AND run_id = ?',
  )
  const insertKey = db.prepare<
    [source: string, jobId: JobId, runId: RunId, jobRunId: JobRunId, acceptedAt: Instant]
  >('INSERT INTO job_run_keys (source, job_id, run_id, job_run_id, accepted_at) VALUES (?, ?, ?, ?, ?)')
  const { id: _, ...inserted } = JOB_RUN_COLUMNS
  const insert = prepareInsert(db, 'INSERT INTO job_runs', namesOf(inserted))
  return {
    find: ({ source, jobId, runId }) => selectKey.get(source, jobId, runId)?.job_run_id,
    add(run) {
      const id = insert(toJobRunRow({ ...run, id: 0 }))
      insertKey.run(run.source, run.jobId, run.runId, id, run.acceptedAt)
      return { ...run, id }
    },
  }
}
