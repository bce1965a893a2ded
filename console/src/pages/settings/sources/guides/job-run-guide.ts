import type { Guide } from './guide.ts'

export const jobRunGuide: Guide = {
  id: 'job-run',
  name: 'cron, systemd, pgBackRest',
  tells: 'job-runs',
  about: 'tocsin run stands before the command, and reports how it ended.',
  arrivesAs: 'run',
  tokenName: 'cron',
  steps: ({ address, token }) => [
    {
      title: 'Tell the tool where this service is, once, as the user who runs the jobs',
      hint: 'It reads the token from its standard input, so that no history keeps it.',
      text: `echo '${token}' | tocsin configure --url ${address}`,
    },
    {
      title: 'Put it before the command in the crontab or the unit',
      hint: 'Output and exit code stay those of the command, also if the report fails.',
      text: '30 1 * * * tocsin run --name nightly-backup --server db-1 -- pgbackrest --stanza=main backup',
    },
  ],
}
