/** Names of the scopes, in the order of the form. */
export const SCOPES = [
  {
    scope: 'events:write',
    label: 'Report alerts and job runs',
    hint: 'What a monitor or a scheduler needs.',
  },
  {
    scope: 'traces:write',
    label: 'Continue traces of reports',
    hint: 'Besides reporting: deliveries join the trace that the sender names (traceparent).',
  },
  {
    scope: 'deliveries:read',
    label: 'See alerts, job runs and deliveries',
    hint: 'With each attempt and its response.',
  },
  {
    scope: 'deliveries:write',
    label: 'Retry and cancel deliveries',
    hint: 'Single deliveries, or many at once.',
  },
  {
    scope: 'silences:write',
    label: 'Silence and acknowledge alerts',
    hint: 'Also clears alerts by hand, and resyncs receivers.',
  },
  { scope: 'webhooks:read', label: 'See webhooks', hint: 'In v6 and v15 with header values and whole URLs.' },
  {
    scope: 'webhooks:write',
    label: 'Make, change, delete and test webhooks',
    hint: 'What a deployment script needs.',
  },
  {
    scope: 'secrets:read',
    label: 'See what is hidden',
    hint: 'Header values, whole URLs and signing secrets in v1.',
  },
  { scope: 'audit:read', label: 'See the audit log', hint: 'Who changed what and when.' },
  { scope: 'admin', label: 'Everything', hint: 'People, tokens and backups included.' },
] as const

export type Scope = (typeof SCOPES)[number]['scope']

export function labelOfScope(scope: string): string {
  return SCOPES.find((known) => known.scope === scope)?.label ?? scope
}
