import type { Guide } from './guide.ts'

export const lokiGuide: Guide = {
  id: 'loki',
  name: 'Loki',
  reports: 'alerts',
  about: 'The ruler sends alerts about logs in the format of Alertmanager.',
  arrivesAs: 'prometheus',
  tokenName: 'loki',
  steps: ({ address, token }) => [
    {
      title: 'Put the token into a file that Loki can read',
      text: `echo '${token}' > /etc/loki/tocsin-token
chmod 600 /etc/loki/tocsin-token`,
    },
    {
      title: 'Add this service to the configuration of Loki',
      text: `ruler:
  alertmanager_url: ${address}/intake/prometheus
  enable_alertmanager_v2: true
  alertmanager_client:
    type: Bearer
    credentials_file: /etc/loki/tocsin-token`,
    },
  ],
}
