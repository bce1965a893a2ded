import { LOGIN_FIELDS, LOGIN_HEADERS, NO_WEB_PAGE, OWN_URL, type Preset } from './preset.ts'

/**
 * Version 4 of the body. Receivers know an alert again by `groupKey`, `groupLabels` (jiralert) or `fingerprint`, so
 * nothing is in these that a report can change.
 */
export const ALERTMANAGER_WEBHOOK: Preset = {
  id: 'alertmanager-webhook',
  name: "Alertmanager's webhook body",
  summary:
    'The body that Alertmanager sends to webhooks (version 4), so that jiralert, alertmanager-discord or your own receiver stays in use.',
  kind: 'generic',
  fields: [
    OWN_URL,
    {
      name: 'receiver',
      label: 'Name of the receiver',
      help: 'Sent as `receiver`. jiralert chooses its settings by it; most others ignore it.',
      pattern: String.raw`[^\p{Cc}]{1,200}`,
      wanted: 'must be the name of a receiver, of at most 200 characters',
      example: 'jira-dba',
      isSecret: false,
      fallback: 'tocsin',
    },
    ...LOGIN_FIELDS,
  ],
  method: 'POST',
  url: '{{url}}',
  headers: LOGIN_HEADERS,
  templates: {
    // Short values first: those at the end are the first to be left out of a body that is too long.
    ALERT: `{
  "version": "4",
  "groupKey": "%x.Key%",
  "truncatedAlerts": 0,
  "status": "%x.Status%",
  "receiver": "{{receiver}}",
  "groupLabels": {
    "alert_key": "%x.Key%"
  },
  "externalURL": "%x.ConsoleUrl%",
  "alerts": [
    {
      "status": "%x.Status%",
      "startsAt": "%AlertRaisedTime%",
      "endsAt": "%x.EndedIso|or:0001-01-01T00:00:00Z%",
      "fingerprint": "%x.Fingerprint%",
      "generatorURL": "%x.SourceLink%",
      "labels": %x.AmLabelsJson%,
      "annotations": %x.AmAnnotationsJson%
    }
  ],
  "commonLabels": %x.AmLabelsJson%,
  "commonAnnotations": %x.AmAnnotationsJson%
}`,
  },
  escape: null,
  // https://prometheus.io/docs/alerting/latest/configuration/#webhook_config: any 2xx.
  responseRule: [NO_WEB_PAGE],
  rateLimit: null,
  limits: [],
  notes: [
    'Each alert is a group of its own: groupKey, groupLabels and fingerprint are the same from raise to clear, and in every later episode.',
    'Alerts have the labels that Prometheus sent. Others also get alertname, severity (critical, warning, info), instance, object, database and source where they are missing; merged ones (`ignore_labels`) the severity of their state, if the label has another.',
    'groupLabels has only alert_key, the same as groupKey: a report may change every label, and jiralert would not find its issue.',
    'endsAt is 0001-01-01T00:00:00Z until the alert clears; if no monitor said so, the annotation tocsin_cause says why.',
    'A notification may arrive twice, as from Alertmanager.',
    'jiralert closes issues only with `auto_resolve`; run it with `-hash-jira-label`, because Jira takes labels of 255 characters.',
  ],
  documentation: 'https://prometheus.io/docs/alerting/latest/configuration/#webhook_config',
  sources: [
    'https://github.com/prometheus/alertmanager/blob/main/notify/webhook/webhook.go',
    'https://github.com/prometheus-community/jiralert',
  ],
}
