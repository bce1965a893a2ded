import { toRunReport } from './run-report.ts'
import { POSITION, type Scheduler } from './scheduler.ts'

const COLUMNS = `d.runid::text AS run_id, d.jobid::text AS job_id, j.jobname::text AS job_name, d.status,
    floor(extract(epoch FROM d.start_time) * 1000000)::float8 AS started_us,
    floor(extract(epoch FROM d.end_time) * 1000000)::float8 AS ended_us, NULL AS agent, d.database,
    left(d.command, 65536) AS command, right(d.return_message, 65536) AS output, NULL AS steps
  FROM cron.job_run_details d LEFT JOIN cron.job j ON j.jobid = d.jobid`

export const PG_CRON: Scheduler = {
  dialect: 'pg_cron',
  title: 'pg_cron',
  // The first condition is redundant: an index on end_time serves it.
  ended: `SELECT ${COLUMNS}
    WHERE d.status IN ('succeeded', 'failed') AND d.end_time >= ${POSITION}
      AND (d.end_time, d.runid::text COLLATE "C") > (${POSITION}, $2)
    ORDER BY d.end_time, d.runid::text COLLATE "C" LIMIT $3`,
  unfinished: `SELECT runid::text AS run_id FROM cron.job_run_details
    WHERE status NOT IN ('succeeded', 'failed') ORDER BY runid DESC LIMIT $1`,
  over: `SELECT ${COLUMNS}
    WHERE d.runid IN (SELECT value::bigint FROM json_array_elements_text($1::json) AS value)
      AND d.status IN ('succeeded', 'failed') ORDER BY d.runid`,
  // Runs cut off by a restart of the server: marked failed after it, without an end.
  unended: `SELECT ${COLUMNS}
    WHERE d.status = 'failed' AND d.end_time IS NULL AND d.runid > $1::bigint ORDER BY d.runid LIMIT $2`,
  lastUnended:
    "SELECT coalesce(max(runid), 0)::float8 AS last FROM cron.job_run_details WHERE status = 'failed' AND end_time IS NULL",
  // pg_cron's own policy shows each role the jobs of its name.
  hides: `SELECT row_security_active('cron.job_run_details') AND NOT EXISTS (
      SELECT FROM pg_policy WHERE polrelid = 'cron.job_run_details'::regclass AND polname <> 'cron_job_run_details_policy'
        AND (0 = ANY (polroles) OR EXISTS (SELECT FROM unnest(polroles) AS role (id) WHERE pg_has_role(id, 'USAGE')))
    ) AS hides`,
  hidesBecause:
    'pg_cron shows a role only the runs of its own jobs: let it see all of them by a policy (docs/sources-jobs.md, "pg_cron"), or take the role that the jobs belong to.',
  grants: [
    'GRANT USAGE ON SCHEMA cron TO %role%;',
    'GRANT SELECT ON cron.job, cron.job_run_details TO %role%;',
    'CREATE POLICY tocsin_reads ON cron.job_run_details FOR SELECT TO %role% USING (true);',
    'CREATE POLICY tocsin_reads ON cron.job FOR SELECT TO %role% USING (true);',
  ],
  needs: 'cron.job_run_details and cron.job',
  whereItIs:
    'Give the database that pg_cron works in (the setting cron.database_name, usually postgres), with pg_cron 1.4 or newer; CREATE EXTENSION pg_cron makes its tables.',
  toReport: (row, context) =>
    toRunReport(
      row,
      {
        status: statusOf(row.status, row.output),
        output: row.output ?? undefined,
        namelessAs: `job ${row.job_id}`,
      },
      context,
    ),
}

function statusOf(status: string, message: string | null) {
  if (status === 'succeeded') return 'success'
  return message === 'job canceled' ? 'cancelled' : 'failure'
}
