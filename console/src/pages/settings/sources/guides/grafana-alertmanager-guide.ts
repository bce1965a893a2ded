import type { Guide } from './guide.ts'

export const grafanaAlertmanagerGuide: Guide = {
  id: 'grafana-alertmanager',
  name: 'Grafana (as Alertmanager)',
  tells: 'alerts',
  about:
    'Through a contact point of the integration Alertmanager: alerts end by themselves when Grafana is gone.',
  arrivesAs: 'prometheus',
  tokenName: 'grafana',
  steps: ({ address, token }) => [
    {
      title: 'In Grafana, add a contact point: Alerting, Contact points, Add',
      hint: 'Integration: Alertmanager. URL:',
      text: `${address}/intake/prometheus`,
    },
    { title: 'As Basic Auth User any name will do', text: 'tocsin' },
    { title: 'As Basic Auth Password give the token', text: token },
    {
      title: 'In the notification policy, choose the contact point and a short group interval',
      hint: 'Tocsin repeats nothing and groups nothing, so send it changes at once.',
    },
  ],
}
