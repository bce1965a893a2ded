import type { Guide } from './guide.ts'

export const jobCommandGuide: Guide = {
  id: 'job-command',
  name: 'Command line',
  reports: 'job-runs',
  about: 'The command tocsin reports a finished run.',
  arrivesAs: 'api',
  tokenName: 'command line',
  steps: ({ address, token }) => [
    {
      title: 'Configure the command once',
      hint: 'It reads the token from standard input, so that no shell history keeps it.',
      text: `echo '${token}' | tocsin configure --url ${address}`,
    },
    {
      title: 'Report a finished run',
      text: `tocsin job send --job-id backup --run-id "$(date +%F)" --name "Nightly backup" \\
  --status failure --exit-code 1`,
    },
  ],
}
