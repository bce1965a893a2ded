import { BEARER_TOKEN, NO_WEB_PAGE, OWN_URL, type Preset } from './preset.ts'
import { WITH_SUMMARY } from './generic-json.ts'

/** The structured form of the HTTP binding: everything is in the body. */
export const CLOUDEVENTS: Preset = {
  id: 'cloudevents',
  name: 'CloudEvents',
  summary:
    'A CloudEvents 1.0 envelope with everything that is known, for Knative, Azure Event Grid, Argo Events.',
  kind: 'generic',
  fields: [
    OWN_URL,
    BEARER_TOKEN,
    {
      name: 'source',
      label: 'Source',
      help: 'The source attribute of the events: a URI reference that no other sender uses. Source and id together identify an event.',
      pattern: '[A-Za-z0-9._~:/?#@!$&()*+,;=-]{1,200}',
      wanted: 'must be a URI reference, such as /tocsin or https://tocsin.example.com/',
      example: 'https://tocsin.example.com/',
      isSecret: false,
    },
  ],
  method: 'POST',
  url: '{{url}}',
  headers: [
    { key: 'Content-Type', value: 'application/cloudevents+json' },
    { key: 'Authorization', value: 'Bearer {{token}}' },
  ],
  templates: {
    ALERT: envelope('alert', WITH_SUMMARY.ALERT),
    JOB: envelope('job_run', WITH_SUMMARY.JOB),
  },
  escape: null,
  // http-webhook.md, beside the page in `documentation`: 200, 201, 202 or 204, with or without a body.
  responseRule: [NO_WEB_PAGE],
  rateLimit: null,
  limits: [],
  notes: ['The id is that of the event: a notification that arrives twice has the same.'],
  documentation: 'https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/spec.md',
}

function envelope(kind: string, data: string): string {
  return `{
  "specversion": "1.0",
  "id": "%x.EventId%",
  "source": "{{source}}",
  "type": "tocsin.${kind}.%x.Status%",
  "subject": "%x.Key%",
  "time": "%x.EventTime%",
  "datacontenttype": "application/json",
  "data": ${data.trim().replaceAll('\n', '\n  ')}
}
`
}
