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
      title: 'Add a webhook in pgDash with this URL',
      hint: 'Under Settings, Integrations. pgDash can hold nothing but an address, so the token stands in it. It must have the scope events:write alone.',
      text: `${address}/intake/${token}/pgdash`,
    },
    {
      title: 'Choose it in the alerts of each server',
      hint: 'Leave change alerts off: their body is another one.',
    },
  ],
}
