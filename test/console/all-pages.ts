/** Every page of the console, and some in more than one shape; a test compares it with the router. */
export interface SamplePage {
  /** As in console/src/router.tsx. */
  readonly route: string
  readonly address: string
  /** A text that is there when everything has been read; where there is data, and where there is nothing yet. */
  readonly shows: string
  /** Absent: it needs data. */
  readonly showsEmpty?: string
  /** Shown to nobody in particular. */
  readonly isPublic?: true
}

export const ALL_PAGES: readonly SamplePage[] = [
  {
    route: '/sign-in',
    address: '/sign-in',
    shows: 'Sign in with',
    showsEmpty: 'Nobody has an account yet',
    isPublic: true,
  },
  { route: '/invitation', address: '/invitation', shows: 'Open the link again', isPublic: true },
  {
    route: '/',
    address: '/',
    shows: 'Deliveries per minute',
    showsEmpty: 'Three steps to the first delivery',
  },
  { route: '/webhooks', address: '/webhooks', shows: 'Slack #dba', showsEmpty: 'No webhooks yet' },
  { route: '/webhooks/new', address: '/webhooks/new', shows: 'Slack, blocks', showsEmpty: 'Slack, blocks' },
  { route: '/webhooks/new', address: '/webhooks/new?preset=slack-blocks', shows: 'Webhook URL' },
  { route: '/webhooks/new', address: '/webhooks/new?preset=scratch', shows: '%AlertName%' },
  { route: '/webhooks/$id', address: '/webhooks/3', shows: 'Disk is filling up' },
  { route: '/webhooks/$id', address: '/webhooks/1?tab=definition', shows: '%CurrentState%' },
  { route: '/webhooks/$id', address: '/webhooks/6', shows: 'sent, and not cleared' },
  { route: '/webhooks/$id', address: '/webhooks/6?tab=receiver-state', shows: 'Replication lag' },
  {
    route: '/webhooks/$id',
    address: '/webhooks/7?tab=receiver-state&out_of_sync=true',
    shows: 'Disk is filling up',
  },
  {
    route: '/webhooks/$id',
    address: '/webhooks/1?tab=receiver-state',
    shows: 'No receiver state in this mode',
  },
  { route: '/webhooks/$id', address: '/webhooks/1?tab=signing', shows: 'How the receiver verifies it' },
  { route: '/webhooks/$id', address: '/webhooks/1?tab=test', shows: 'Replication lag on pg-orders-2' },
  { route: '/webhooks/$id/edit', address: '/webhooks/1/edit', shows: '%CurrentState%' },
  {
    route: '/deliveries',
    address: '/deliveries',
    shows: 'Replication lag',
    showsEmpty: 'Nothing has been delivered yet',
  },
  { route: '/deliveries', address: '/deliveries?state=failed&webhook=3', shows: 'HTTP 503' },
  { route: '/deliveries', address: '/deliveries?open=4', shows: 'upstream is being deployed' },
  {
    route: '/routing',
    address: '/routing',
    shows: 'Who would be notified?',
    showsEmpty: 'Every event that is kept was for somebody.',
  },
  {
    route: '/silences',
    address: '/silences',
    shows: 'Replacing the disk',
    showsEmpty: 'Nothing is silenced',
  },
  { route: '/silences', address: '/silences?view=ended', shows: 'Patch day' },
  {
    route: '/windows',
    address: '/windows',
    shows: 'Sunday patching',
    showsEmpty: 'There are no maintenance windows',
  },
  {
    route: '/alerts',
    address: '/alerts',
    shows: 'Replication lag',
    showsEmpty: 'No monitor has reported yet',
  },
  { route: '/alerts', address: '/alerts?open=1', shows: 'What happened, and who was notified' },
  {
    route: '/job-runs',
    address: '/job-runs',
    shows: 'Nightly backup',
    showsEmpty: 'No job run was reported yet',
  },
  { route: '/job-runs', address: '/job-runs?open=1', shows: 'unable to find a space' },
  {
    route: '/settings/account',
    address: '/settings/account',
    shows: 'Your account',
    showsEmpty: 'Your account',
  },
  {
    route: '/settings/people',
    address: '/settings/people',
    shows: 'grace',
    showsEmpty: 'Nobody has an account yet',
  },
  {
    route: '/settings/tokens',
    address: '/settings/tokens',
    shows: 'prometheus on mon-1',
    showsEmpty: 'admin token',
  },
  {
    route: '/settings/sources',
    address: '/settings/sources',
    shows: 'Waiting for the first report',
    showsEmpty: 'Waiting for the first report',
  },
  {
    route: '/settings/audit',
    address: '/settings/audit',
    shows: 'Old channel',
    showsEmpty: 'admin token',
  },
  {
    route: '$',
    address: '/nowhere',
    shows: 'No page at this address',
    showsEmpty: 'No page at this address',
  },
  { route: '/settings/about', address: '/settings/about', shows: 'Nodes', showsEmpty: 'Nodes' },
]
