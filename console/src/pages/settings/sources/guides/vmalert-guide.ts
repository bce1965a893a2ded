import type { Guide } from './guide.ts'

export const vmalertGuide: Guide = {
  id: 'vmalert',
  name: 'vmalert',
  reports: 'alerts',
  about: 'The alerting of VictoriaMetrics sends in the format of Alertmanager.',
  arrivesAs: 'prometheus',
  tokenName: 'vmalert',
  steps: ({ address, token }) => [
    {
      title: 'Put the token into a file that vmalert can read',
      text: `echo '${token}' > /etc/vmalert/tocsin-token
chmod 600 /etc/vmalert/tocsin-token`,
    },
    {
      title: 'Start vmalert with this service as its notifier',
      text: `vmalert -notifier.url=${address}/intake/prometheus \\
  -notifier.bearerTokenFile=/etc/vmalert/tocsin-token …`,
    },
  ],
}
