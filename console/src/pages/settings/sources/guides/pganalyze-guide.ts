import type { Guide } from './guide.ts'

export const pganalyzeGuide: Guide = {
  id: 'pganalyze',
  name: 'pganalyze',
  reports: 'alerts',
  about: 'Issues through its webhooks, which are in early access.',
  arrivesAs: 'pganalyze',
  tokenName: 'pganalyze',
  steps: ({ address, token }) => [
    {
      title: 'Add a webhook in the settings of your organization at pganalyze, with this URL',
      hint: 'The token is part of the address, so give it only the scope events:write.',
      text: `${address}/intake/${token}/pganalyze`,
    },
    { title: 'Test it there', hint: 'A ping raises no alert; the response confirms the address.' },
  ],
}
