import { joinSteps, toRunReport } from './run-report.ts'
import { POSITION, type Scheduler, type StepRow } from './scheduler.ts'

/**
 * Reads runs, which have no id: a run is one chain in one transaction. Newer releases keep the virtual transaction id
 * as `txid`, which restarts with the server, so our id contains the start time.
 */
const runsOf = (changed: string) => `WITH changed AS (${changed}), run AS (
    SELECT e.chain_id, e.txid, min(e.last_run) AS started,
      e.txid || '-' || floor(extract(epoch FROM min(e.last_run)))::int8 AS run_id, max(e.finished) AS ended, max(e.client_name) AS agent,
      bool_or(e.returncode <> 0 AND NOT coalesce(e.ignore_error, false)) AS has_failed
    FROM timetable.execution_log e JOIN changed t ON t.chain_id = e.chain_id AND t.txid = e.txid
    GROUP BY e.chain_id, e.txid, e.last_run >= pg_postmaster_start_time() HAVING bool_and(e.finished IS NOT NULL)
  )`

/**
 * A run without a failed task goes on while its instance of the chain is active; an instance has no id. One
 * that began up to a minute before the run counts as its own for a day, one up to ten minutes before for
 * ten minutes: a stopped one may be listed for long (https://github.com/cybertec-
 * postgresql/pg_timetable/issues/789).
 */
const GOES_ON = `(NOT run.has_failed AND EXISTS (
        SELECT FROM timetable.active_chain c WHERE c.chain_id = run.chain_id AND c.started_at <= run.ended AND (
          c.started_at > run.started - interval '1 minute' AND run.ended > now() - interval '1 day'
          OR c.started_at > run.started - interval '10 minutes' AND run.ended > now() - interval '10 minutes')))`

const rowsOf = (page: string) => `, page AS (${page})
  SELECT p.run_id, p.chain_id::text AS job_id, c.chain_name AS job_name,
    CASE WHEN p.has_failed THEN 'failed' ELSE 'done' END AS status,
    floor(extract(epoch FROM p.started) * 1000000)::float8 AS started_us,
    floor(extract(epoch FROM p.ended) * 1000000)::float8 AS ended_us, p.agent, NULL AS database, NULL AS command,
    NULL AS output, (
      SELECT json_agg(json_build_object('name', 'task ' || e.task_id, 'status', NULL, 'result', e.returncode,
          'is_ignored', coalesce(e.ignore_error, false), 'database', NULL, 'command', left(e.command, 8192),
          'output', right(e.output, greatest(1024, 65536 / e.tasks)::int)) ORDER BY e.finished, e.task_id)
      FROM (SELECT *, count(*) OVER () AS tasks FROM timetable.execution_log l WHERE l.chain_id = p.chain_id AND l.txid = p.txid
          AND l.last_run BETWEEN p.started AND p.ended
        ORDER BY l.finished DESC LIMIT 50) AS e
    ) AS steps
  FROM page p LEFT JOIN timetable.chain c ON c.chain_id = p.chain_id
  ORDER BY p.ended, p.run_id COLLATE "C"`

const ENDED = `${runsOf(`SELECT DISTINCT chain_id, txid FROM timetable.execution_log WHERE finished >= ${POSITION}`)}
  ${rowsOf(`SELECT * FROM run WHERE (ended, run_id COLLATE "C") > (${POSITION}, $2) AND NOT ${GOES_ON}
    ORDER BY ended, run_id COLLATE "C" LIMIT $3`)}`

const UNFINISHED = `${runsOf(`SELECT DISTINCT l.chain_id, l.txid FROM timetable.execution_log l
    JOIN timetable.active_chain c ON c.chain_id = l.chain_id AND l.finished >= c.started_at`)}
  SELECT run_id FROM run WHERE ${GOES_ON} ORDER BY ended DESC LIMIT $1`

const OVER = `${runsOf(`SELECT DISTINCT chain_id, txid FROM timetable.execution_log
    WHERE txid IN (SELECT split_part(value, '-', 1)::bigint FROM json_array_elements_text($1::json) AS value)`)}
  ${rowsOf(`SELECT * FROM run WHERE run_id IN (SELECT value FROM json_array_elements_text($1::json) AS value) AND NOT ${GOES_ON}`)}`

export const PG_TIMETABLE: Scheduler = {
  dialect: 'pg_timetable',
  title: 'pg_timetable',
  ended: ENDED,
  unfinished: UNFINISHED,
  over: OVER,
  grants: [
    'GRANT USAGE ON SCHEMA timetable TO %role%;',
    'GRANT SELECT ON timetable.chain, timetable.execution_log, timetable.active_chain TO %role%;',
  ],
  needs: 'timetable.execution_log, timetable.chain and timetable.active_chain',
  whereItIs:
    'Give the database that pg_timetable 5 or newer works in; its first start makes the schema timetable.',
  toReport: (row, context) => {
    const steps = row.steps ?? []
    const failed = steps.findLast((step) => step.result !== 0 && step.result !== null && !step.is_ignored)
    const notified = failed ?? steps.at(-1)
    return toRunReport(
      row,
      {
        status: row.status === 'failed' ? 'failure' : 'success',
        exitCode: failed ? String(failed.result) : '0',
        command: notified?.command ?? undefined,
        output: joinSteps(steps, describeTask),
        namelessAs: `chain ${row.job_id}`,
      },
      context,
    )
  },
}

function describeTask({ result, is_ignored: isIgnored }: StepRow): string {
  if (result === null || result === 0) return 'success'
  return isIgnored ? 'failed, which is ignored' : 'failed'
}
