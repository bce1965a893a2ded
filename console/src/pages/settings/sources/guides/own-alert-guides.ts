import { configureCommand, type Guide } from './guide.ts'

/** Guides to alerts from one's own programs and scripts. */
export const OWN_ALERT_GUIDES: readonly Guide[] = [
  {
    id: 'cloudevents',
    name: 'CloudEvents',
    reports: 'alerts',
    about: 'Alerts and job runs as CloudEvents 1.0, also from another Tocsin.',
    arrivesAs: 'cloudevents',
    tokenName: 'cloudevents',
    steps: ({ address, token }) => [
      {
        title: 'Send events to this address',
        hint: 'One event, a batch, or the attributes as headers. A type with alert between its dots is an alert, one with job_run is a job run; data is as in the API.',
        text: `curl -X POST ${address}/intake/cloudevents \\
  -H 'X-Auth-Token: ${token}' -H 'Content-Type: application/cloudevents+json' \\
  -d '{
    "specversion": "1.0", "id": "1", "source": "/monitors/own",
    "type": "com.example.alert", "subject": "disk pg-1",
    "data": {"name": "Disk is full", "state": "high", "server": {"name": "pg-1"}}
  }'`,
      },
      {
        title: 'For another Tocsin, create a webhook there',
        hint: 'Choose the preset CloudEvents, with this address as the URL, the token, and a source that no other Tocsin uses.',
      },
    ],
  },
  {
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
  },
  {
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
  },
  {
    id: 'command-line',
    name: 'Command line',
    reports: 'alerts',
    about: 'The command tocsin reports alerts from any machine.',
    arrivesAs: 'api',
    tokenName: 'command line',
    steps: (place) => [
      configureCommand(place),
      {
        title: 'Report an alert',
        text: `tocsin alert send --key "disk pg-1" --name "Disk is full" --state high \\
  --server pg-1 --value 97 --threshold 90`,
      },
      {
        title: 'Report that it cleared',
        text: 'tocsin alert send --key "disk pg-1" --name "Disk is full" --state cleared',
      },
    ],
  },
  {
    id: 'sql-notify',
    name: 'SQL',
    reports: 'alerts',
    about: 'Any database session reports with NOTIFY. Notifications sent while Tocsin is down are lost.',
    arrivesAs: 'sql',
    tokenName: null,
    steps: () => [
      {
        title: 'Add the database to the file of sources (TOCSIN_SOURCES_FILE), and restart the service',
        hint: 'The role only needs to connect. Name the server itself: a pooler does not forward notifications.',
        text: `sources:
  sql:
    dialect: pg_notify
    database: postgres://tocsin_listener:\${LISTENER_PASSWORD}@db-1/billing`,
      },
      {
        title: 'Report from SQL',
        text: `SELECT pg_notify('tocsin', json_build_object('key', 'ledger-gap',
  'name', 'Gap in the ledger', 'state', 'high')::text);`,
      },
    ],
  },
]
