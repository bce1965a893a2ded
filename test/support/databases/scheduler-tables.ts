/** The tables of job schedulers, as far as they are read; the real ones are tried in test/e2e/job-schedulers.test.ts. */
export const SCHEDULER_TABLES = {
  pg_cron: `CREATE SCHEMA cron;
    CREATE TABLE cron.job (jobid bigint PRIMARY KEY, jobname name, schedule text, command text, username text DEFAULT current_user);
    CREATE TABLE cron.job_run_details (jobid bigint, runid bigint PRIMARY KEY, job_pid integer, database text, username text DEFAULT current_user,
      command text, status text, return_message text, start_time timestamptz, end_time timestamptz);`,
  pgagent: `CREATE SCHEMA pgagent;
    CREATE TABLE pgagent.pga_jobagent (jagpid int PRIMARY KEY, jagstation text NOT NULL);
    CREATE TABLE pgagent.pga_job (jobid bigint PRIMARY KEY, jobname text NOT NULL, jobhostagent text NOT NULL DEFAULT '', jobagentid int);
    CREATE TABLE pgagent.pga_jobstep (jstid bigint PRIMARY KEY, jstjobid bigint, jstname text NOT NULL, jstcode text NOT NULL,
      jstdbname name NOT NULL DEFAULT '', jstonerror char NOT NULL DEFAULT 'f');
    CREATE TABLE pgagent.pga_joblog (jlgid bigint PRIMARY KEY, jlgjobid bigint NOT NULL, jlgstatus char NOT NULL DEFAULT 'r',
      jlgstart timestamptz NOT NULL DEFAULT now(), jlgduration interval);
    CREATE TABLE pgagent.pga_jobsteplog (jslid bigserial PRIMARY KEY, jsljlgid bigint NOT NULL, jsljstid bigint NOT NULL,
      jslstatus char NOT NULL, jslresult int, jsloutput text);`,
  pg_timetable: `CREATE SCHEMA timetable;
    CREATE TABLE timetable.chain (chain_id bigint PRIMARY KEY, chain_name text NOT NULL UNIQUE);
    CREATE UNLOGGED TABLE timetable.active_chain (chain_id bigint NOT NULL, client_name text NOT NULL, started_at timestamptz DEFAULT now());
    CREATE TABLE timetable.execution_log (chain_id bigint, task_id bigint, txid bigint NOT NULL, last_run timestamptz DEFAULT now(),
      finished timestamptz, pid bigint, returncode integer, ignore_error boolean, kind text, command text, output text, client_name text NOT NULL);`,
} as const
