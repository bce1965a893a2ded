import type { Guide } from './guide.ts'

export const grafanaAlertmanagerGuide: Guide = {
  id: 'grafana-alertmanager',
  name: 'Grafana (as Alertmanager)',
  reports: 'alerts',
  about:
    'Through a contact point of the integration Alertmanager: alerts clear by themselves when Grafana is gone.',
  arrivesAs: 'prometheus',
  tokenName: 'grafana',
  steps: ({ address, token }) => [
    {
      title: 'In Grafana, add a contact point: Alerting, Contact points, Add',
      hint: 'Integration: Alertmanager. URL:',
      text: `${address}/intake/prometheus`,
    },
    { title: 'Basic Auth User: any name', text: 'tocsin' },
    { title: 'Basic Auth Password: the token', text: token },
    {
      title: 'In the notification policy, choose the contact point and a short group interval',
      hint: 'Tocsin neither groups nor repeats, so let Grafana send changes at once.',
    },
  ],
}
