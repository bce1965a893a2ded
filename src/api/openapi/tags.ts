/** Groups not named like the first part of their paths. */
const TAGS: Readonly<Record<string, string>> = {
  activity: 'operations',
  backup: 'operations',
  'delivery-operations': 'deliveries',
  encryption: 'operations',
  healthz: 'operations',
  invitations: 'people',
  'job-runs': 'job runs',
  metrics: 'operations',
  oidc: 'people',
  'on-call': 'alerts',
  openapi: 'docs',
  overview: 'operations',
  readyz: 'operations',
  session: 'people',
  sessions: 'people',
  'sign-in': 'people',
  status: 'operations',
  stream: 'operations',
  token: 'token service',
  users: 'people',
  webhook: 'webhooks',
}

/** Returns the group of a route, by the first part of its path after the version. */
export function tagOf(path: string): string {
  const [, sender, rest] = /^\/intake\/([^/]+)(\/.*)?$/.exec(path) ?? []
  if (sender !== undefined) return rest === undefined ? 'sources' : 'Prometheus'
  const [first = ''] = path
    .replace(/^\/(?:v1|api\/v\d+|api)\//, '')
    .split('/')
    .filter((part) => part !== '')
  return TAGS[first] ?? first
}
