import type { Guide } from './guide.ts'

export const jobCommandGuide: Guide = {
  id: 'job-command',
  name: 'Command line',
  tells: 'job-runs',
  about: 'The tool tocsin reports a run that has ended.',
  arrivesAs: 'api',
  tokenName: 'command line',
  steps: ({ address, token }) => [
    {
      title: 'Tell the tool where this service is, once',
      hint: 'It reads the token from its standard input, so that no history keeps it.',
      text: `echo '${token}' | tocsin configure --url ${address}`,
    },
    {
      title: 'Report a run when it has ended',
      text: `tocsin job send --job-id backup --run-id "$(date +%F)" --name "Nightly backup" \\
  --status failure --exit-code 1`,
    },
  ],
}
