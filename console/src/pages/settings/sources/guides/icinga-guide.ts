import type { Guide } from './guide.ts'

export const icingaGuide: Guide = {
  id: 'icinga',
  name: 'Icinga Notifications',
  reports: 'alerts',
  about: 'Through a channel of the type Webhook. For Icinga 2 without it, see docs/sources-nagios.md.',
  arrivesAs: 'nagios',
  tokenName: 'icinga',
  steps: ({ address, token }) => [
    {
      title: 'In Icinga Notifications, add a channel of the type Webhook',
      hint: 'HTTP Method: POST. As URL Template:',
      text: `${address}/intake/nagios`,
    },
    { title: 'As Request Header Template', text: `X-Auth-Token: ${token}` },
    {
      title: 'Leave the body and the status code as they are',
      hint: 'Request Body Template {{json .}}, Response Status Codes 200.',
    },
    { title: 'Let a contact use the channel, and a rule notify that contact' },
  ],
}
