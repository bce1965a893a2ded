import type { Guide } from './guide.ts'

export const commandLineGuide: Guide = {
  id: 'command-line',
  name: 'Command line',
  tells: 'alerts',
  about: 'The tool tocsin sends alerts from any machine that it is configured on.',
  arrivesAs: 'api',
  tokenName: 'command line',
  steps: ({ address, token }) => [
    {
      title: 'Tell the tool where this service is, once',
      hint: 'It reads the token from its standard input, so that no history keeps it.',
      text: `echo '${token}' | tocsin configure --url ${address}`,
    },
    {
      title: 'Report an alert',
      text: `tocsin alert send --key "disk pg-1" --name "Disk is full" --state high \\
  --server pg-1 --value 97 --threshold 90`,
    },
    {
      title: 'Report that it is over',
      text: 'tocsin alert send --key "disk pg-1" --name "Disk is full" --state cleared',
    },
  ],
}
