import type { Guide } from './guide.ts'

export const jobRunGuide: Guide = {
  id: 'job-run',
  name: 'cron, systemd, pgBackRest',
  reports: 'job-runs',
  about: 'tocsin run wraps the command and reports its result.',
  arrivesAs: 'run',
  tokenName: 'cron',
  steps: ({ address, token }) => [
    {
      title: 'Configure the command once, as the user who runs the jobs',
      hint: 'It reads the token from standard input, so that no shell history keeps it.',
      text: `echo '${token}' | tocsin configure --url ${address}`,
    },
    {
      title: 'Put it in front of the command in the crontab or the unit',
      hint: 'Output and exit code of the command do not change, even if the report fails.',
      text: '30 1 * * * tocsin run --name nightly-backup --server db-1 -- pgbackrest --stanza=main backup',
    },
  ],
}
