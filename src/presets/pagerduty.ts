import { member, NO_WEB_PAGE, type Preset, status } from './preset.ts'

/** Opens and resolves incidents: the action follows the state, the key stays. */
export const PAGERDUTY: Preset = {
  id: 'pagerduty',
  name: 'PagerDuty, Events API v2',
  summary: 'An incident is opened when an alert is raised or a job fails, and resolved when it clears.',
  kind: 'incident',
  fields: [
    {
      name: 'routing_key',
      label: 'Integration key',
      help: 'In PagerDuty: the service, Integrations, Add integration, Events API v2.',
      pattern: '[A-Za-z0-9]{32}',
      wanted: 'must be the integration key of the Events API v2: 32 letters and digits',
      example: 'R0EXAMPLE00EXAMPLE00EXAMPLE00000',
      isSecret: true,
    },
    {
      name: 'url',
      label: 'Address of the Events API',
      help: 'https://events.eu.pagerduty.com/v2/enqueue for accounts of the service region EU.',
      pattern: String.raw`https://events(?:\.eu)?\.pagerduty\.com/v2/enqueue`,
      wanted: 'must be https://events.pagerduty.com/v2/enqueue or https://events.eu.pagerduty.com/v2/enqueue',
      example: 'https://events.eu.pagerduty.com/v2/enqueue',
      isSecret: false,
      fallback: 'https://events.pagerduty.com/v2/enqueue',
    },
  ],
  method: 'POST',
  url: '{{url}}',
  address: /^https:\/\/events(?:\.eu)?\.pagerduty\.com\/v2\/enqueue$/,
  headers: [],
  templates: {
    ALERT: String.raw`{
  "routing_key": "{{routing_key}}",
  "event_action": "%x.Action%",
  "dedup_key": "%x.Key%",
  "client": "Tocsin",
  "client_url": "%x.Link|2000|omit%",
  "payload": {
    "summary": "%x.StateText%: %AlertName|400%%ObjectName|200|pre:" on "%%CurrentValue|150|pre:": "%%ThresholdValue|150|pre:" (limit "|post:")"%",
    "source": "%ObjectName|200|post:" via "%%x.Source|or:Tocsin|100%",
    "severity": "%x.PdSeverity%",
    "timestamp": "%x.EventTime%",
    "class": "alert",
    "custom_details": {
      "summary": "%x.Summary|2000|omit%",
      "info": "%AlertInfo|20000|omit%",
      "was": "%OldState%",
      "raised_at": "%AlertRaisedTime%",
      "object": "%x.Object|700|omit%",
      "server": "%ServerName|500|omit%",
      "database": "%DatabaseName|500|omit%",
      "parameters": "%Parameters|5000|omit%",
      "link": "%x.SourceLink|2000|omit%",
      "runbook": "%annotation.runbook_url|2000|omit%"
    }
  }
}`,
    JOB: String.raw`{
  "routing_key": "{{routing_key}}",
  "event_action": "%x.Action%",
  "dedup_key": "%x.Key%",
  "client": "Tocsin",
  "payload": {
    "summary": "Job %JobName|500%: %JobStatus%%ServerName|300|pre:" on "%",
    "source": "%ServerName|300|post:" via "%%x.Source|or:Tocsin|100%",
    "severity": "%x.PdSeverity%",
    "timestamp": "%x.EventTime%",
    "class": "job",
    "custom_details": {
      "output": "%JobOutput|-20000|omit%",
      "command": "%JobCommand|5000|omit%",
      "exit_code": "%JobExitCode|50|omit%",
      "run": "%JobRunID|200%",
      "duration_seconds": "%JobDuration|omit%",
      "database": "%DatabaseName|500|omit%"
    }
  }
}`,
  },
  escape: null,
  // https://developer.pagerduty.com/docs/events-api-v2-overview: 202, and JSON with `status` "success".
  responseRule: [status(202), NO_WEB_PAGE, member('status', 'success')],
  rateLimit: null,
  limits: [
    { part: 'summary', max: 1_024, unit: 'characters' },
    { part: 'dedup_key', max: 255, unit: 'characters' },
    { part: 'all', max: 512_000, unit: 'bytes' },
  ],
  notes: [
    'The integration key stands in the payload template, so everybody who may read the webhook sees it.',
    'A test opens one, too: `tocsin webhook test ID --sample cleared` ends it.',
    'A notification that arrives twice changes nothing: PagerDuty knows it by its key.',
  ],
  documentation: 'https://developer.pagerduty.com/docs/events-api-v2-overview',
  sources: ['https://github.com/PagerDuty/developer-docs'],
}
