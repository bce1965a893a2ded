import type { JobStatus } from '../domain/alert/job-run.ts'
import { joinSteps, toRunReport } from './run-report.ts'
import { POSITION, type Scheduler } from './scheduler.ts'

const COLUMNS = `l.jlgid::text AS run_id, l.jlgjobid::text AS job_id, j.jobname AS job_name, l.jlgstatus::text AS status,
    floor(extract(epoch FROM l.jlgstart) * 1000000)::float8 AS started_us,
    floor(extract(epoch FROM l.jlgstart + l.jlgduration) * 1000000)::float8 AS ended_us,
    coalesce(a.jagstation, nullif(j.jobhostagent, '')) AS agent, NULL AS database, NULL AS command, NULL AS output,
    (SELECT json_agg(json_build_object('name', s.jstname, 'status', p.jslstatus, 'result', p.jslresult,
         'is_ignored', s.jstonerror <> 'f', 'database', nullif(s.jstdbname::text, ''), 'command', left(s.jstcode, 8192),
         'output', right(p.jsloutput, greatest(1024, 65536 / p.steps)::int)) ORDER BY p.jslid)
       FROM (SELECT *, count(*) OVER () AS steps FROM pgagent.pga_jobsteplog WHERE jsljlgid = l.jlgid
         ORDER BY jslid DESC LIMIT 50) AS p
       JOIN pgagent.pga_jobstep s ON s.jstid = p.jsljstid) AS steps
  FROM pgagent.pga_joblog l JOIN pgagent.pga_job j ON j.jobid = l.jlgjobid
  LEFT JOIN pgagent.pga_jobagent a ON a.jagpid = j.jobagentid`

/** The states of runs (sql/pgagent.sql of https://github.com/pgadmin-org/pgagent). */
const STATUSES: Readonly<Record<string, { readonly status: JobStatus; readonly word: string }>> = {
  s: { status: 'success', word: 'success' },
  f: { status: 'failure', word: 'failed' },
  i: { status: 'failure', word: 'had no steps to run' },
  d: { status: 'failure', word: 'aborted: its agent ended before it did' },
}

/** The states of steps; `i`: failed, and the failure is ignored. */
const STEP_WORDS: Readonly<Record<string, string>> = {
  r: 'running',
  s: 'success',
  f: 'failed',
  i: 'failed, which is ignored',
  d: 'aborted',
}

export const PGAGENT: Scheduler = {
  dialect: 'pgagent',
  title: 'pgAgent',
  ended: `SELECT ${COLUMNS}
    WHERE l.jlgstatus <> 'r' AND l.jlgduration IS NOT NULL AND l.jlgstart + l.jlgduration >= ${POSITION}
      AND (l.jlgstart + l.jlgduration, l.jlgid::text COLLATE "C") > (${POSITION}, $2)
    ORDER BY l.jlgstart + l.jlgduration, l.jlgid::text COLLATE "C" LIMIT $3`,
  unfinished: `SELECT jlgid::text AS run_id FROM pgagent.pga_joblog WHERE jlgstatus = 'r' ORDER BY jlgid DESC LIMIT $1`,
  over: `SELECT ${COLUMNS}
    WHERE l.jlgid IN (SELECT value::bigint FROM json_array_elements_text($1::json) AS value) AND l.jlgstatus <> 'r' ORDER BY l.jlgid`,
  // Runs of an agent that died: marked when the next one starts, without an end.
  unended: `SELECT ${COLUMNS}
    WHERE l.jlgstatus <> 'r' AND l.jlgduration IS NULL AND l.jlgid > $1::bigint ORDER BY l.jlgid LIMIT $2`,
  lastUnended:
    "SELECT coalesce(max(jlgid), 0)::float8 AS last FROM pgagent.pga_joblog WHERE jlgstatus <> 'r' AND jlgduration IS NULL",
  grants: [
    'GRANT USAGE ON SCHEMA pgagent TO %role%;',
    'GRANT SELECT ON pgagent.pga_job, pgagent.pga_jobstep, pgagent.pga_jobagent, pgagent.pga_joblog, pgagent.pga_jobsteplog TO %role%;',
  ],
  needs: 'the tables of the schema pgagent',
  whereItIs:
    'Give the database that pgAgent keeps its jobs in, usually postgres; its extension makes the schema pgagent.',
  toReport: (row, context) => {
    const { status, word } = STATUSES[row.status] ?? { status: 'failure', word: `ended as "${row.status}"` }
    const steps = row.steps ?? []
    const failed = steps.find((step) => step.status === 'f' || step.status === 'd')
    const notified = failed ?? steps.at(-1)
    const lines = joinSteps(steps, ({ status }) => STEP_WORDS[status ?? ''] ?? `ended as "${status}"`)
    return toRunReport(
      row,
      {
        status,
        exitCode: notified?.result === null ? undefined : notified?.result.toString(),
        command: notified?.command ?? undefined,
        database: notified?.database ?? undefined,
        output:
          row.status === 's' || row.status === 'f'
            ? lines
            : `${lines}${lines === '' ? '' : '\n'}pgAgent: ${word}`,
        namelessAs: `job ${row.job_id}`,
      },
      context,
    )
  },
}
