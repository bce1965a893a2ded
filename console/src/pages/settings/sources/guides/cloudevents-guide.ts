import type { Guide } from './guide.ts'

export const cloudEventsGuide: Guide = {
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
}
