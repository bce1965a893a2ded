import type { Guide } from './guide.ts'

interface Scheduler {
  readonly id: 'pgagent' | 'pg_cron' | 'pg_timetable'
  readonly name: string
  readonly hint?: string
  readonly grants: string
}

/** Their tables are read: nothing is pushed, so no token is needed. */
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

export const pgagentGuide = schedulerGuide({
  id: 'pgagent',
  name: 'pgAgent',
  grants: `GRANT USAGE ON SCHEMA pgagent TO tocsin_reader;
GRANT SELECT ON pgagent.pga_job, pgagent.pga_jobstep, pgagent.pga_jobagent,
  pgagent.pga_joblog, pgagent.pga_jobsteplog TO tocsin_reader;`,
})

export const pgCronGuide = schedulerGuide({
  id: 'pg_cron',
  name: 'pg_cron',
  hint: 'Without the policies pg_cron shows the role only its own jobs, and says nothing.',
  grants: `GRANT USAGE ON SCHEMA cron TO tocsin_reader;
GRANT SELECT ON cron.job, cron.job_run_details TO tocsin_reader;
CREATE POLICY tocsin_reads ON cron.job_run_details FOR SELECT TO tocsin_reader USING (true);
CREATE POLICY tocsin_reads ON cron.job FOR SELECT TO tocsin_reader USING (true);`,
})

export const pgTimetableGuide = schedulerGuide({
  id: 'pg_timetable',
  name: 'pg_timetable',
  grants: `GRANT USAGE ON SCHEMA timetable TO tocsin_reader;
GRANT SELECT ON timetable.chain, timetable.execution_log, timetable.active_chain TO tocsin_reader;`,
})
