import type { Guide } from './guide.ts'

export const pgdashGuide: Guide = {
  id: 'pgdash',
  name: 'pgDash',
  tells: 'alerts',
  about: 'By its webhook, with everything that is active on a server in each call.',
  arrivesAs: 'pgdash',
  tokenName: 'pgdash',
  steps: ({ address, token }) => [
    {
      title: 'In pgDash open a server, its Alerts, Notification Settings, and put this in as its webhook',
      hint: 'pgDash can hold nothing but an address, so the token stands in it. It must have the scope events:write alone.',
      text: `${address}/intake/${token}/pgdash`,
    },
    {
      title: 'Do the same for each server',
      hint: 'Do not give it to change alerts: their body is another one.',
    },
  ],
}
