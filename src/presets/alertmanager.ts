import { LOGIN_FIELDS, LOGIN_HEADERS, NO_WEB_PAGE, type Preset, type PresetField, status } from './preset.ts'

const URL_FIELD: PresetField = {
  name: 'url',
  label: 'Address of the Alertmanager',
  help: 'As in the browser, without /api and what follows; with its path, if it is behind a prefix.',
  pattern: String.raw`https?://[^\s?#]+`,
  wanted: 'must be the address of the Alertmanager, such as http://alertmanager.example.com:9093',
  example: 'http://alertmanager.example.com:9093',
  isSecret: false,
}

/**
 * Alertmanager identifies alerts by their labels and routes by severity. So each request ends the alert with
 * the previous severity (if it changed) and states the current one. Other labels are those that a monitor
 * also sends when it clears.
 */
export const ALERTMANAGER_V2: Preset = {
  id: 'alertmanager-v2',
  name: 'Alertmanager',
  summary: 'The alert as Prometheus would send it, so that your routes, groups and silences stay in use.',
  kind: 'generic',
  fields: [URL_FIELD, ...LOGIN_FIELDS],
  method: 'POST',
  url: '{{url}}/api/v2/alerts',
  address: /^https?:\/\/[^\s?#]+\/api\/v2\/alerts$/,
  headers: LOGIN_HEADERS,
  templates: {
    ALERT: `[\n${alert('%x.AmOldSeverity%', '%x.AmOldEndsIso%')},\n${alert('%x.AmSeverity%', '%x.EndsIso%')}\n]`,
  },
  escape: null,
  // https://github.com/prometheus/alertmanager/blob/main/api/v2/openapi.yaml: 200; no body is specified.
  responseRule: [status(200), NO_WEB_PAGE],
  rateLimit: null,
  limits: [],
  notes: [
    'Alertmanager forgets its alerts when it restarts, and relies on repeated reports. Prometheus sends them every minute; Tocsin sends each change once, with an end one year ahead until the alert clears. After a restart of Alertmanager, send each alert that is still active again: `tocsin webhook test ID --event EVENT`.',
    'A test opens an alert, too: `tocsin webhook test ID --sample cleared` ends it.',
    'Labels are what stays the same from raise to clear: alertname, severity, source, alert_id, via. Server, object and database are annotations, since many monitors leave them out when they clear; an alert whose labels have changed never ends. If yours do not, move them in the template. If yours put a value into the name of an alert, give alertname a fixed text there.',
    'Leave all four states switched on: an alert that was not sent cannot be cleared there.',
    'severity is critical, warning or info, for High, Medium and Low. When it changes, the alert with the one before is ended in the same request.',
    `If this Alertmanager also sends alerts to Tocsin, exclude those with the label via="tocsin" from that route (matchers: ['via!="tocsin"']), or they circle for ever.`,
    'Alertmanagers of a cluster do not share alerts: add a webhook for each of them.',
    'A notification that arrives twice changes nothing: an alert is known by its labels.',
  ],
  documentation: 'https://prometheus.io/docs/alerting/latest/alerts_api/',
  sources: ['https://github.com/prometheus/alertmanager/blob/main/api/v2/openapi.yaml'],
}

/** All texts are ours. The link is an annotation: Alertmanager refuses a `generatorURL` that is no link. */
function alert(severity: string, endsAt: string): string {
  return `  {
    "labels": {
      "alertname": "%AlertName|500%",
      "severity": "${severity}",
      "source": "%x.Source|200%",
      "alert_id": "%AlertID%",
      "via": "tocsin"
    },
    "annotations": {
      "summary": "%AlertName|500%%ObjectName|500|pre:" on "%%x.Summary|1000|pre:": "%",
      "description": "%AlertInfo|10000|omit%",
      "server": "%ServerName|500|omit%",
      "object": "%ObjectName|500|omit%",
      "database": "%DatabaseName|500|omit%",
      "value": "%CurrentValue|500|omit%",
      "threshold": "%ThresholdValue|500|omit%",
      "link": "%x.SourceLink|2000|omit%",
      "runbook_url": "%annotation.runbook_url|2000|omit%",
      "tocsin": "%x.Link|2000|omit%",
      "cause": "%x.Cause|omit%"
    },
    "startsAt": "%AlertRaisedTime%",
    "endsAt": "${endsAt}"
  }`
}
