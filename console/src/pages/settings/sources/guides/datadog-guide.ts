import type { Guide } from './guide.ts'

export const datadogGuide: Guide = {
  id: 'datadog',
  name: 'Datadog',
  reports: 'alerts',
  about: 'Through its webhooks integration, with a payload that says whether an alert is raised or cleared.',
  arrivesAs: 'datadog',
  tokenName: 'datadog',
  steps: ({ address, token }) => [
    { title: 'Add a webhook under Integrations, Webhooks, with this URL', text: `${address}/intake/datadog` },
    { title: 'Put the token into its custom headers', text: `{"X-Auth-Token": "${token}"}` },
    {
      title: 'Put this into its payload',
      hint: 'Leave "Encode as form" off.',
      text: PAYLOAD,
    },
    {
      title: 'Name the webhook in the message of each monitor, by the name that you gave it',
      text: '@webhook-tocsin',
    },
  ],
}

/** The payload of examples/datadog/payload.json. */
const PAYLOAD = `{
  "source": "datadog",
  "cycle": "$ALERT_CYCLE_KEY",
  "monitor": "$ALERT_ID",
  "transition": "$ALERT_TRANSITION",
  "type": "$ALERT_TYPE",
  "priority": "$ALERT_PRIORITY",
  "title": "$ALERT_TITLE",
  "status": "$ALERT_STATUS",
  "scope": "$ALERT_SCOPE",
  "host": "$HOSTNAME",
  "tags": "$TAGS",
  "metric": "$ALERT_METRIC",
  "query": "$ALERT_QUERY",
  "message": "$TEXT_ONLY_MSG",
  "date": "$DATE",
  "link": "$LINK",
  "id": "$ID"
}`
