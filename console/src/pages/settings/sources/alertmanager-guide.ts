import type { Guide } from './guide.ts'

export const alertmanagerGuide: Guide = {
  id: 'alertmanager',
  name: 'Alertmanager',
  tells: 'alerts',
  about: 'By its webhook: it keeps grouping and silencing, this service calls the receivers.',
  arrivesAs: 'alertmanager',
  tokenName: 'alertmanager',
  steps: ({ address, token }) => [
    {
      title: 'Name this service in alertmanager.yml',
      hint: 'Leave max_alerts at 0, so that no group is cut.',
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
