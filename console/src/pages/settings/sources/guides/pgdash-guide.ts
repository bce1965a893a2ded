import type { Guide } from './guide.ts'

export const pgdashGuide: Guide = {
  id: 'pgdash',
  name: 'pgDash',
  reports: 'alerts',
  about: 'Through its webhook, which sends all active alerts of a server in each call.',
  arrivesAs: 'pgdash',
  tokenName: 'pgdash',
  steps: ({ address, token }) => [
    {
      title: 'In pgDash open a server, its Alerts, Notification Settings, and put this in as its webhook',
      hint: 'pgDash stores only an address, so the token is part of it. Give it only the scope events:write.',
      text: `${address}/intake/${token}/pgdash`,
    },
    {
      title: 'Do the same for each server',
      hint: 'Do not use it for change alerts: their body differs.',
    },
  ],
}
