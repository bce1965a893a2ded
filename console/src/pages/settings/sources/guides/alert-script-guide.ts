import type { Guide } from './guide.ts'

export const alertScriptGuide: Guide = {
  id: 'alert-script',
  name: 'Scripts of your own',
  reports: 'alerts',
  about: 'Any program that sends HTTP requests can report an alert.',
  arrivesAs: 'api',
  tokenName: 'alert script',
  steps: ({ address, token }) => [
    {
      title: 'Report that an alert is raised',
      hint: 'The key identifies the alert: use the same one to raise and to clear it. States: low, medium, high. Report as often as you like; only changes are delivered.',
      text: `curl -X POST ${address}/v1/alerts \\
  -H 'X-Auth-Token: ${token}' -H 'Content-Type: application/json' \\
  -d '{
    "key": "disk pg-1", "name": "Disk is full", "state": "high",
    "server": {"name": "pg-1"}, "current_value": 97, "threshold_value": 90
  }'`,
    },
    {
      title: 'Report that it cleared',
      hint: 'Or set expires_at when you raise it: without a new report it clears at that time.',
      text: `curl -X POST ${address}/v1/alerts \\
  -H 'X-Auth-Token: ${token}' -H 'Content-Type: application/json' \\
  -d '{"key": "disk pg-1", "name": "Disk is full", "state": "cleared"}'`,
    },
  ],
}
