import type { Guide } from './guide.ts'

export const commandLineGuide: Guide = {
  id: 'command-line',
  name: 'Command line',
  reports: 'alerts',
  about: 'The command tocsin reports alerts from any machine.',
  arrivesAs: 'api',
  tokenName: 'command line',
  steps: ({ address, token }) => [
    {
      title: 'Configure the command once',
      hint: 'It reads the token from standard input, so that no shell history keeps it.',
      text: `echo '${token}' | tocsin configure --url ${address}`,
    },
    {
      title: 'Report an alert',
      text: `tocsin alert send --key "disk pg-1" --name "Disk is full" --state high \\
  --server pg-1 --value 97 --threshold 90`,
    },
    {
      title: 'Report that it cleared',
      text: 'tocsin alert send --key "disk pg-1" --name "Disk is full" --state cleared',
    },
  ],
}
