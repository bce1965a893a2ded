import { NO_WEB_PAGE, type Preset, type PresetField, someText, status } from './preset.ts'

const KEY_FIELD: PresetField = {
  name: 'api_key',
  label: 'API key',
  help: 'In Jira Service Management: Operations, the team, Integrations, Add integration, API. In Opsgenie: Settings, Integrations, API.',
  pattern: '[A-Za-z0-9-]{20,100}',
  wanted: 'must be the key of an API integration: letters, digits and hyphens',
  example: '00000000-0000-0000-0000-000000000000',
  isSecret: true,
}

const URL_FIELD: PresetField = {
  name: 'url',
  label: 'Address of the alerts API',
  help: 'Jira Service Management takes over from Opsgenie; accounts that have not moved use https://api.opsgenie.com/v2/alerts or https://api.eu.opsgenie.com/v2/alerts.',
  pattern: String.raw`https://(?:api(?:\.eu)?\.opsgenie\.com|api\.atlassian\.com/jsm/ops/integration)/v2/alerts`,
  wanted: 'must be the alerts API of Jira Service Management or of Opsgenie; it ends with /v2/alerts',
  example: 'https://api.opsgenie.com/v2/alerts',
  isSecret: false,
  fallback: 'https://api.atlassian.com/jsm/ops/integration/v2/alerts',
}

/** Closing has another address, hence a clear request. */
export const OPSGENIE: Preset = {
  id: 'opsgenie',
  name: 'Jira Service Management or Opsgenie',
  summary:
    'An alert is opened when one is raised here, with a priority that follows its state, and closed when it clears.',
  kind: 'incident',
  fields: [KEY_FIELD, URL_FIELD],
  method: 'POST',
  url: '{{url}}',
  address:
    /^https:\/\/(?:api(?:\.eu)?\.opsgenie\.com|api\.atlassian\.com\/jsm\/ops\/integration)\/v2\/alerts$/,
  headers: [{ key: 'Authorization', value: 'GenieKey {{api_key}}' }],
  templates: {
    ALERT: String.raw`{
  "message": "%x.StateText%: %AlertName|60%%ObjectName|45|pre:" on "%",
  "alias": "%x.Key%",
  "source": "%x.Source|100%",
  "entity": "%ObjectName|500|omit%",
  "priority": "%x.Priority%",
  "description": "%x.Summary|500|post:"\n\n"%%AlertInfo|14000|omit%",
  "tags": ["database", "%CurrentState%"],
  "details": {
    "name": "%AlertName|500%",
    "value": "%CurrentValue|300|omit%",
    "threshold": "%ThresholdValue|300|omit%",
    "was": "%OldState%",
    "since": "%AlertRaisedTime%",
    "server": "%ServerName|500|omit%",
    "monitor": "%x.SourceLink|2000|omit%",
    "runbook": "%annotation.runbook_url|2000|omit%",
    "link": "%x.Link|2000|omit%"
  }
}`,
  },
  clearRequest: {
    method: 'POST',
    url: '{{url}}/%x.Key%/close?identifierType=alias',
    template: String.raw`{
  "source": "%x.Source|100%",
  "note": "%x.StateText%: %AlertName|300%%CurrentValue|300|pre:", value "%"
}`,
  },
  escape: null,
  // https://docs.opsgenie.com/docs/alert-api: 202 for opening and closing, and JSON with a `result` for
  // people.
  responseRule: [status(202), NO_WEB_PAGE, someText('result')],
  rateLimit: null,
  limits: [
    { part: 'message', max: 130, unit: 'characters' },
    { part: 'alias', max: 512, unit: 'characters' },
    { part: 'description', max: 15_000, unit: 'characters' },
    { part: 'note', max: 25_000, unit: 'characters' },
  ],
  notes: [
    'One webhook opens and closes: to close has another address and another body, which its `clear_request` has. Both go one after the other for each alert, and nothing is closed that was not opened.',
    'A test opens one, too: `tocsin webhook test ID --sample cleared` ends it.',
    'A notification that arrives twice is counted at the same alert: it is known by its alias. So is a change of state; the priority stays what it was at first.',
    'There is none for job runs: every run is sent, and one that succeeds would open an alert as well. docs/receivers.md says how to be notified of a failed job.',
  ],
  documentation: 'https://developer.atlassian.com/cloud/jira/service-desk-ops/',
  sources: [
    'https://docs.opsgenie.com/docs/alert-api',
    'https://github.com/prometheus/alertmanager/tree/main/notify/opsgenie',
  ],
}
