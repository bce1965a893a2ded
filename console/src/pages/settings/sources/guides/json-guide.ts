import type { Guide } from './guide.ts'

export const jsonGuide: Guide = {
  id: 'json',
  name: 'Any JSON',
  reports: 'alerts',
  about: 'Any monitor that sends JSON: map its members to an alert.',
  arrivesAs: 'my-monitor',
  tokenName: 'my-monitor',
  steps: ({ address, token }) => [
    {
      title: 'Map the members in the file that TOCSIN_SOURCES_FILE names',
      hint: 'The name becomes the address. key and name are required; paths look like rule.name or labels["a b"]. docs/sources-json.md lists all members.',
      text: `sources:
  my-monitor:
    dialect: json
    # items: alerts        # where the list is, if there is one
    fields:
      key: id
      name: rule.name
      state: status        # resolved, ok, closed, … clear; anything else raises
      severity: severity
      server_name: host`,
    },
    {
      title: 'Restart this service, and send an alert',
      text: `curl -X POST ${address}/intake/my-monitor \\
  -H 'X-Auth-Token: ${token}' -H 'Content-Type: application/json' \\
  -d '{"id": 7, "rule": {"name": "Disk is full"}, "status": "firing", "severity": "critical", "host": "pg-1"}'`,
    },
  ],
}
