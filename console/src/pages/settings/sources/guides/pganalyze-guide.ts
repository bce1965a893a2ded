import type { Guide } from './guide.ts'

export const pganalyzeGuide: Guide = {
  id: 'pganalyze',
  name: 'pganalyze',
  tells: 'alerts',
  about: 'Issues by its webhooks, which are in early access.',
  arrivesAs: 'pganalyze',
  tokenName: 'pganalyze',
  steps: ({ address, token }) => [
    {
      title: 'Add a webhook in the settings of your organization at pganalyze, with this URL',
      hint: 'The token stands in the address, so it must have the scope events:write alone.',
      text: `${address}/intake/${token}/pganalyze`,
    },
    { title: 'Test it there', hint: 'A ping raises nothing; the response says that the address is right.' },
  ],
}
