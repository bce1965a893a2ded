import type { Guide } from './guide.ts'

export const alertScriptGuide: Guide = {
  id: 'alert-script',
  name: 'Scripts of your own',
  tells: 'alerts',
  about: 'Whatever can make an HTTP request can report an alert.',
  arrivesAs: 'api',
  tokenName: 'alert script',
  steps: ({ address, token }) => [
    {
      title: 'Report that an alert is raised',
      hint: 'The key is its identity: the same for its raise and its clear. States: low, medium, high. Report as often as you like; only a change is delivered.',
      text: `curl -X POST ${address}/v1/alerts \\
  -H 'X-Auth-Token: ${token}' -H 'Content-Type: application/json' \\
  -d '{
    "key": "disk pg-1", "name": "Disk is full", "state": "high",
    "server": {"name": "pg-1"}, "current_value": 97, "threshold_value": 90
  }'`,
    },
    {
      title: 'Report that it is over',
      hint: 'Or give expires_at when you report it: without news until then it is cleared by itself.',
      text: `curl -X POST ${address}/v1/alerts \\
  -H 'X-Auth-Token: ${token}' -H 'Content-Type: application/json' \\
  -d '{"key": "disk pg-1", "name": "Disk is full", "state": "cleared"}'`,
    },
  ],
}
