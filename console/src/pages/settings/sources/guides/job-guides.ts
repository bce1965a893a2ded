import { configureCommand, type Guide } from './guide.ts'

export const JOB_GUIDES: readonly Guide[] = [
  {
    id: 'job-run',
    name: 'cron, systemd, pgBackRest',
    reports: 'job-runs',
    about: 'tocsin run wraps the command and reports its result.',
    arrivesAs: 'run',
    tokenName: 'cron',
    steps: (place) => [
      configureCommand(place, 'Configure the command once, as the user who runs the jobs'),
      {
        title: 'Put it in front of the command in the crontab or the unit',
        hint: 'Output and exit code of the command do not change, even if the report fails.',
        text: '30 1 * * * tocsin run --name nightly-backup --server db-1 -- pgbackrest --stanza=main backup',
      },
    ],
  },
  schedulerGuide({
    id: 'pg_cron',
    name: 'pg_cron',
    hint: 'Without the policies pg_cron shows the role only its own jobs, and says nothing.',
    grants: `GRANT USAGE ON SCHEMA cron TO tocsin_reader;
GRANT SELECT ON cron.job, cron.job_run_details TO tocsin_reader;
CREATE POLICY tocsin_reads ON cron.job_run_details FOR SELECT TO tocsin_reader USING (true);
CREATE POLICY tocsin_reads ON cron.job FOR SELECT TO tocsin_reader USING (true);`,
  }),
  schedulerGuide({
    id: 'pgagent',
    name: 'pgAgent',
    grants: `GRANT USAGE ON SCHEMA pgagent TO tocsin_reader;
GRANT SELECT ON pgagent.pga_job, pgagent.pga_jobstep, pgagent.pga_jobagent,
  pgagent.pga_joblog, pgagent.pga_jobsteplog TO tocsin_reader;`,
  }),
  schedulerGuide({
    id: 'pg_timetable',
    name: 'pg_timetable',
    grants: `GRANT USAGE ON SCHEMA timetable TO tocsin_reader;
GRANT SELECT ON timetable.chain, timetable.execution_log, timetable.active_chain TO tocsin_reader;`,
  }),
  {
    id: 'job-script',
    name: 'cron and other schedulers',
    reports: 'job-runs',
    about: 'A script around the job reports its result.',
    arrivesAs: 'api',
    tokenName: 'job script',
    steps: ({ address, token }) => [
      {
        title: 'Wrap the job in a script like this',
        hint: 'It needs curl and jq. Tocsin delivers each run id once, however often it is reported.',
        text: `#!/bin/sh
# Runs the job, reports how it ended, and ends in the same way.
started=$(date -u +%Y-%m-%dT%H:%M:%SZ)
output=$(psql -f /opt/jobs/rollup.sql 2>&1); code=$?

jq -n --arg output "$output" --arg started "$started" --arg run "$(date +%s)-$$" --argjson code "$code" '{
  job_id: "rollup", name: "Nightly rollup", run_id: $run, started_at: $started,
  status: (if $code == 0 then "success" else "failure" end),
  exit_code: $code, output: $output[-60000:]}' |
curl -sS -X POST ${address}/v1/job-runs \\
  -H 'X-Auth-Token: ${token}' -H 'Content-Type: application/json' -d @-
exit $code`,
      },
      {
        title: 'Let the scheduler start the script',
        text: '15 3 * * *  postgres  /opt/jobs/rollup.sh',
      },
      {
        title: 'Have a webhook with the payload type JOB',
        hint: 'Job runs go to every enabled webhook of this type.',
      },
    ],
  },
  {
    id: 'job-command',
    name: 'Command line',
    reports: 'job-runs',
    about: 'The command tocsin reports a finished run.',
    arrivesAs: 'api',
    tokenName: 'command line',
    steps: (place) => [
      configureCommand(place),
      {
        title: 'Report a finished run',
        text: `tocsin job send --job-id backup --run-id "$(date +%F)" --name "Nightly backup" \\
  --status failure --exit-code 1`,
      },
    ],
  },
]

interface Scheduler {
  readonly id: 'pgagent' | 'pg_cron' | 'pg_timetable'
  readonly name: string
  readonly hint?: string
  readonly grants: string
}

/** A guide to a scheduler whose tables are polled: no token is needed. */
function schedulerGuide({ id, name, hint, grants }: Scheduler): Guide {
  return {
    id,
    name,
    reports: 'job-runs',
    about: `${name} posts nothing, so its database is looked at every 15 seconds, by a role that can only read.`,
    arrivesAs: id,
    tokenName: null,
    steps: () => [
      {
        title: `Let a role read what ${name} has run, in its database`,
        ...(hint !== undefined && { hint }),
        text: `CREATE ROLE tocsin_reader LOGIN PASSWORD '…';\n${grants}`,
      },
      {
        title: 'Add the database to the file of sources (TOCSIN_SOURCES_FILE)',
        hint: 'The password may come from a variable of the service, so that the file needs no secret.',
        text: `sources:
  ${id}:
    dialect: ${id}
    database: postgres://tocsin_reader:\${READER_PASSWORD}@db-1/postgres`,
      },
      {
        title: 'Restart the service, and check that it can read',
        hint: 'Runs that ended less than ten minutes ago, and later ones, are delivered.',
        text: 'tocsin source list',
      },
    ],
  }
}
