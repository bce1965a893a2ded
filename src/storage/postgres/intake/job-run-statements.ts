import type { JobRunId } from '../../../domain/ids.ts'
import { JOB_RUN_COLUMNS, type JobRunRow } from '../../rows/job-run-row.ts'
import { columnsOf, givenSql } from '../connection/set-statement.ts'
import { statement, type Value } from '../connection/statement.ts'
import { fanOutStatements } from './fan-out-sql.ts'
import { lockAlertQueues, type HeadRow } from './fan-out.ts'
import { LOCK_CLASS } from '../connection/locks.ts'

/** A known run; or only an id, for a new one. */
export type KnownRunRow =
  | Pick<JobRunRow, 'id' | 'source' | 'job_id' | 'run_id'>
  | { readonly id: JobRunId; readonly source: null }

/**
 * Makes runs of one job wait for each other, so that their events become visible in order. The locks are few,
 * because the server's are; jobs may share one. Taken in one order, against deadlocks.
 */
export const LOCK_JOBS = statement<[subjects: readonly string[]]>(`
SELECT pg_advisory_xact_lock(${LOCK_CLASS.job}, lock)
  FROM (SELECT DISTINCT hashtext(subject) & 1023 AS lock FROM unnest($1::text[]) AS subject ORDER BY lock) AS locks`)

export const ASKED_RUN = { source: 'text', jobId: 'text', runId: 'text' } as const

export const KNOWN_RUNS = statement<readonly Value[], KnownRunRow>(`
WITH known AS (
    SELECT source, job_id, run_id, job_run_id FROM job_run_keys WHERE digest = ANY (ARRAY(
      SELECT job_run_digest(source, "jobId", "runId") FROM ${givenSql(ASKED_RUN)}))
  )
  SELECT job_run_id AS id, source, job_id, run_id FROM known
  UNION ALL
  SELECT nextval('job_runs_id_seq'), NULL, NULL, NULL
  FROM generate_series(1, cardinality($1::text[]) - (SELECT count(*) FROM known))`)

export const QUEUES_OF_JOBS = statement<[subjects: readonly string[]], HeadRow>(
  lockAlertQueues('SELECT subject FROM unnest($1::text[]) AS subject'),
)

export const JOB_RUN = columnsOf<JobRunRow>(JOB_RUN_COLUMNS)
const NAMES = Object.keys(JOB_RUN)
const LIST = NAMES.join(', ')
/** Saves runs, their keys, and the events and deliveries of a `FanOut`. */
export const SAVE_RUNS = fanOutStatements(
  `runs AS (
    SELECT * FROM ${givenSql(JOB_RUN)}
  ), saved AS (
    INSERT INTO job_runs (${LIST}) SELECT ${LIST} FROM runs
  ), kept AS (
    INSERT INTO job_run_keys (source, job_id, run_id, job_run_id, accepted_at)
    SELECT source, job_id, run_id, id, accepted_at FROM runs
  )`,
  NAMES.length + 1,
)
