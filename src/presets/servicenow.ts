import { NO_WEB_PAGE, someText, status } from './conditions.ts'
import type { Preset, PresetField } from './preset.ts'

const FIELDS: readonly PresetField[] = [
  {
    name: 'url',
    label: 'Address of the instance',
    help: 'As in the browser, up to the first slash.',
    pattern: String.raw`https?://[^\s/?#]+/?`,
    wanted: 'must be the address of the instance, such as https://example.service-now.com',
    example: 'https://example.service-now.com',
    isSecret: false,
  },
  {
    name: 'user',
    label: 'User',
    help: 'An account for programs with the role that is named below. Leave it empty if the token is one of OAuth.',
    pattern: String.raw`[^\s:]{1,200}`,
    wanted: 'must be the name of a user, without blanks and colons',
    example: 'tocsin',
    isSecret: false,
    fallback: null,
    isUsual: true,
  },
  {
    name: 'token',
    label: 'Password, or OAuth token',
    help: 'The password of the user; without a user, it is sent as `Authorization: Bearer …`.',
    pattern: String.raw`[\x20-\x7e]{1,2000}`,
    wanted: 'must be printable ASCII characters',
    example: 'EXAMPLE-password',
    isSecret: true,
  },
]

const SERVICENOW = {
  kind: 'incident',
  fields: FIELDS,
  method: 'POST',
  headers: [
    { key: 'Authorization', value: 'Basic {{user:token}}' },
    { key: 'Authorization', value: 'Bearer {{token}}' },
    { key: 'Accept', value: 'application/json' },
  ],
  escape: null,
  rateLimit: null,
} as const

/** Opens and closes alerts by one webhook: severity 0 closes the alert with this key. */
export const SERVICENOW_EVENT: Preset = {
  ...SERVICENOW,
  id: 'servicenow-event',
  name: 'ServiceNow, events',
  summary: 'An event for Event Management, which opens an alert there, and closes it when it clears.',
  url: '{{url}}/api/global/em/jsonv2',
  address: /^https?:\/\/[^\s/?#]+\/api\/global\/em\/jsonv2$/,
  templates: {
    ALERT: String.raw`{
  "records": [
    {
      "source": "Tocsin",
      "event_class": "%x.Source|100%",
      "node": "%ServerName|100%",
      "resource": "%DatabaseName|100%",
      "metric_name": "%AlertName|100%",
      "type": "%ObjectType|100%",
      "message_key": "%x.Key%",
      "severity": "%x.SnSeverity%",
      "description": "%AlertName|500% on %ObjectName|300%: %CurrentValue|300% (limit %ThresholdValue|300%), %OldState% → %x.StateText%, since %AlertRaisedTime%\n%AlertInfo|2000%",
      "additional_info": "{\"alert\":\"%AlertID%\",\"state\":\"%CurrentState%\",\"cause\":\"%x.Cause%\",\"object\":\"%ObjectName|json|300%\",\"address\":\"%ServerIP|json|100%\",\"schema\":\"%SchemaName|json|100%\",\"value\":\"%CurrentValue|json|300%\",\"threshold\":\"%ThresholdValue|json|300%\",\"raised\":\"%AlertRaisedTime%\",\"parameters\":\"%Parameters|json|1000%\",\"link\":\"%x.SourceLink|json|1000%\",\"runbook\":\"%annotation.runbook_url|json|1000%\",\"tocsin\":\"%x.Link|or:–|json|1000%\"}"
    }
  ]
}`,
    JOB: String.raw`{
  "records": [
    {
      "source": "Tocsin",
      "event_class": "%x.Source|100%",
      "node": "%ServerName|100%",
      "resource": "%DatabaseName|100%",
      "metric_name": "%JobName|100%",
      "type": "job",
      "message_key": "%x.Key%",
      "severity": "%x.SnSeverity%",
      "description": "Job %JobName|500%: %JobStatus%, exit code %JobExitCode|50%, took %x.DurationText%\n%JobOutput|-2500%",
      "additional_info": "{\"job\":\"%JobID|json|200%\",\"run\":\"%JobRunID|json|200%\",\"command\":\"%JobCommand|json|1000%\",\"address\":\"%ServerIP|json|100%\",\"ended\":\"%JobEndTime%\"}"
    }
  ]
}`,
  },
  // The vendor's page says nothing of a body. Sleeping instances answer 200 with a page.
  responseRule: [status(200), NO_WEB_PAGE],
  limits: [
    { part: 'node', max: 100, unit: 'characters' },
    { part: 'resource', max: 100, unit: 'characters' },
    { part: 'metric_name', max: 100, unit: 'characters' },
    { part: 'type', max: 100, unit: 'characters' },
    { part: 'description', max: 4_000, unit: 'characters' },
  ],
  notes: [
    'The user needs the role evt_mgmt_integration.',
    'A notification that arrives twice changes nothing: ServiceNow knows it by its message key.',
    'A test opens one, too: `tocsin webhook test ID --sample cleared` ends it.',
    'An alert is bound to a server of the CMDB if the name of the server here is the one there, or its full name, address or MAC.',
  ],
  documentation:
    'https://www.servicenow.com/docs/r/australia/it-operations-management/event-management/send-events-via-web-service.html',
  sources: ['https://github.com/ServiceNow/ServiceNowDocs'],
}

/** The table itself, for instances without Event Management. */
export const SERVICENOW_INCIDENT: Preset = {
  ...SERVICENOW,
  id: 'servicenow-incident',
  name: 'ServiceNow, incidents',
  summary: 'An incident is made when an alert becomes medium or high, with the values and the details.',
  url: '{{url}}/api/now/table/incident',
  address: /^https?:\/\/[^\s/?#]+\/api\/now\/table\/incident$/,
  templates: {
    ALERT: String.raw`{
  "short_description": "%x.StateText%: %AlertName|line|75% on %ObjectName|line|55%",
  "description": "Server %ServerName|300% (%ServerIP|100%:%ServerPort|20%)\nObject %ObjectType|100% %ObjectName|300%\nValue %CurrentValue|300% (limit %ThresholdValue|300%)\nState %OldState% → %x.StateText%, since %AlertRaisedTime%\nRunbook %annotation.runbook_url|or:–|500%\nLink %x.Link|or:–|500%\n\n%AlertInfo|1500%",
  "urgency": "%x.SnUrgency%",
  "impact": "2",
  "correlation_id": "tocsin-alert-%AlertID%",
  "correlation_display": "Tocsin"
}`,
  },
  alertFlags: { low: false, cleared: false },
  // Each request makes an incident: rather wait for a slow response than ask again, and not twenty times.
  timeoutMs: 60_000,
  retryScheduleMs: [0, 300_000, 1_800_000, 7_200_000, 21_600_000],
  // https://www.servicenow.com/docs/r/australia/api-reference/rest-apis/c_TableAPI.html:
  // 201, and JSON with the record as `result`.
  responseRule: [status(201), NO_WEB_PAGE, someText('result.sys_id')],
  limits: [
    { part: 'short_description', max: 160, unit: 'characters' },
    { part: 'description', max: 4_000, unit: 'characters' },
    { part: 'correlation_id', max: 100, unit: 'characters' },
  ],
  notes: [
    'The user needs a role that may create incidents, such as itil.',
    'With Event Management, take servicenow-event: this one does not know a notification that it has already. If its response is lost, the notification is sent again and makes a second incident. So it waits a minute for the response and tries 5 times at most, within 9 hours. Both have the same correlation id.',
    'An alert that goes from medium to high makes a second incident; for one only, tell it of high alone (`--only high`).',
    'A test makes an incident, too, which is yours to close.',
    'Nothing is closed when the alert clears, and nothing is sent about it. The correlation id finds all incidents of an alert.',
    'There is none for job runs: every run is sent, and one that succeeds would make an incident as well. docs/receivers.md says how to be notified of a failed job.',
  ],
  documentation: 'https://www.servicenow.com/docs/r/australia/api-reference/rest-apis/c_TableAPI.html',
  sources: ['https://github.com/ServiceNow/ServiceNowDocs'],
}
