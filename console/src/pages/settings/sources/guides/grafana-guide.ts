import type { Guide } from './guide.ts'

export const grafanaGuide: Guide = {
  id: 'grafana',
  name: 'Grafana, PMM, pgwatch (webhook)',
  reports: 'alerts',
  about: 'Through a contact point of the integration Webhook: with measured values and links.',
  arrivesAs: 'grafana',
  tokenName: 'grafana',
  steps: ({ address, token }) => [
    {
      title: 'In Grafana, create a contact point: Alerting, Contact points',
      hint: 'Integration: Webhook. URL:',
      text: `${address}/intake/grafana`,
    },
    {
      title: 'Optional Webhook settings: as Authorization Header - Scheme',
      hint: 'Leave the method at POST, Max Alerts at 0, and the custom payload empty.',
      text: 'Bearer',
    },
    { title: 'As Authorization Header - Credentials', text: token },
    {
      title: 'Press Test, then save',
      hint: 'The test arrives as an alert TestAlert, which is cleared after five minutes.',
    },
    {
      title: 'In the notification policy, choose the contact point and a short group interval',
      hint: 'Tocsin neither groups nor repeats, so let Grafana send changes at once.',
    },
  ],
}
