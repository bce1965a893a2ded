import type { Guide } from './guide.ts'

export const alertmanagerGuide: Guide = {
  id: 'alertmanager',
  name: 'Alertmanager',
  reports: 'alerts',
  about: 'Through its webhook: grouping, silences and inhibition still apply.',
  arrivesAs: 'alertmanager',
  tokenName: 'alertmanager',
  steps: ({ address, token }) => [
    {
      title: 'Add this service as a receiver in alertmanager.yml',
      hint: 'Leave out max_alerts: with a limit, Alertmanager drops the rest of a group.',
      text: `route:
  receiver: tocsin
receivers:
  - name: tocsin
    webhook_configs:
      - url: ${address}/intake/alertmanager
        send_resolved: true
        http_config:
          authorization:
            credentials: ${token}`,
    },
    { title: 'Reload Alertmanager', text: 'systemctl reload prometheus-alertmanager' },
  ],
}
