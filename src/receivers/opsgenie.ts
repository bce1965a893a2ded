import type { Receiver, ReceiverField } from './receiver.ts'

const KEY_FIELD: ReceiverField = {
  name: 'api_key',
  label: 'API key',
  help: 'In Jira Service Management: Operations, the team, Integrations, Add integration, API. In Opsgenie: Settings, Integrations, API.',
  pattern: '[A-Za-z0-9-]{20,100}',
  wanted: 'must be the key of an API integration: letters, digits and hyphens',
  example: '00000000-0000-0000-0000-000000000000',
  isSecret: true,
}

const URL_FIELD: ReceiverField = {
  name: 'url',
  label: 'Address of the alerts API',
  help: 'Jira Service Management takes over from Opsgenie; accounts that have not moved use https://api.opsgenie.com/v2/alerts or https://api.eu.opsgenie.com/v2/alerts.',
  pattern: String.raw`https://(?:api(?:\.eu)?\.opsgenie\.com|api\.atlassian\.com/jsm/ops/integration)/v2/alerts`,
  wanted: 'must be the alerts API of Jira Service Management or of Opsgenie; it ends with /v2/alerts',
  example: 'https://api.opsgenie.com/v2/alerts',
  isSecret: false,
  fallback: 'https://api.atlassian.com/jsm/ops/integration/v2/alerts',
}

/** The API has an address of its own for each of the two, so it takes two webhooks. */
const OPSGENIE = {
  kind: 'incident',
  fields: [KEY_FIELD, URL_FIELD],
  method: 'POST',
  headers: [{ key: 'Authorization', value: 'GenieKey {{api_key}}' }],
  escape: null,
  answerRule: null,
  rateLimit: null,
  acceptedBy: '202',
  documentation: 'https://developer.atlassian.com/cloud/jira/service-desk-ops/',
  sources: [
    'https://docs.opsgenie.com/docs/alert-api',
    'https://github.com/prometheus/alertmanager/tree/main/notify/opsgenie',
  ],
} as const

export const OPSGENIE_CREATE: Receiver = {
  ...OPSGENIE,
  id: 'opsgenie-create',
  name: 'Jira Service Management or Opsgenie: open',
  summary: 'An alert is opened when one is raised here, with a priority that follows its state.',
  url: '{{url}}',
  templates: {
    ALERT: String.raw`{
  "message": "%x.StateText%: %AlertName|60% on %ObjectName|45%",
  "alias": "%x.Key%",
  "source": "%x.Source|100%",
  "entity": "%ObjectName|500%",
  "priority": "%x.Priority%",
  "description": "%AlertInfo|14000%",
  "tags": ["database", "%CurrentState%"],
  "details": {
    "name": "%AlertName|500%",
    "value": "%CurrentValue|300%",
    "threshold": "%ThresholdValue|300%",
    "was": "%OldState%",
    "since": "%AlertRaisedTime%",
    "server": "%ServerName|500%",
    "runbook": "%annotation.runbook_url|2000|omit%",
    "link": "%x.Link|2000|omit%"
  }
}`,
  },
  alertFlags: { cleared: false },
  limits: [
    { part: 'message', max: 130, unit: 'characters' },
    { part: 'alias', max: 512, unit: 'characters' },
    { part: 'description', max: 15_000, unit: 'characters' },
  ],
  notes: [
    'It is closed by a second webhook, the receiver opsgenie-close: to close has another address and another body, which one webhook cannot have both. What that means for the order is said there.',
    'A test opens one, too: `tocsin webhook test ID --sample cleared` with the id of the second webhook ends it.',
    'A notice that arrives twice is counted at the same alert: it is known by its alias. So is a change of state; the priority stays what it was at first.',
    'There is none for job runs: every run is told, and one that succeeds would open an alert as well. docs/receivers.md says how to be told of a failed job.',
  ],
}

export const OPSGENIE_CLOSE: Receiver = {
  ...OPSGENIE,
  id: 'opsgenie-close',
  name: 'Jira Service Management or Opsgenie: close',
  summary: 'The second half of “open”: the alert that it opened is closed when it clears here.',
  url: '{{url}}/%x.Key%/close?identifierType=alias',
  templates: {
    ALERT: String.raw`{
  "source": "%x.Source|100%",
  "note": "%x.StateText%: %AlertName|300%, value %CurrentValue|300%"
}`,
  },
  alertFlags: { low: false, medium: false, high: false, cleared: true },
  limits: [{ part: 'note', max: 25_000, unit: 'characters' }],
  notes: [
    'The order of one alert holds within a webhook, not between two. While the receiver cannot be reached, both are tried again, each by its own schedule, and either may be first when it is back.',
    'If an alert was raised and cleared in that time, the close may come first: it is accepted and closes nothing, and the alert that is opened behind it stays open.',
    'If an alert was cleared and raised again in that time, the close may come last: the alert is closed although it is raised here.',
    'After such a time compare what is open there with what is raised here, and tell the right one of the two webhooks of the last event of the alert again: `tocsin webhook test ID --event EVENT`.',
    'Where that must not happen and there is an Alertmanager, tell that (alertmanager-v2) and let its opsgenie_configs open and close: everything about an alert goes there by one webhook, in order.',
  ],
}
