import { NO_WEB_PAGE, type Preset, type PresetField, someText, status } from './preset.ts'

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

/** Opens and closes alerts: severity 0 closes the alert with this key. */
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
      "node": "%ServerName|100|omit%",
      "resource": "%DatabaseName|100|omit%",
      "metric_name": "%AlertName|100%",
      "type": "%ObjectType|100|omit%",
      "message_key": "%x.Key%",
      "severity": "%x.SnSeverity%",
      "description": "%AlertName|500%%ObjectName|300|pre:" on "%%CurrentValue|300|pre:": "%%ThresholdValue|300|pre:" (limit "|post:")"%, %OldState% → %x.StateText%, since %AlertRaisedTime%%x.Summary|300|pre:"\n"%%AlertInfo|2000|pre:"\n"%",
      "additional_info": "{\"alert\":\"%AlertID%\",\"state\":\"%CurrentState%\",\"raised\":\"%AlertRaisedTime%\"%x.Cause|pre:",\"cause\":\""|post:"\""%%ObjectName|json|300|pre:",\"object\":\""|post:"\""%%ServerIP|json|100|pre:",\"address\":\""|post:"\""%%SchemaName|json|100|pre:",\"schema\":\""|post:"\""%%CurrentValue|json|300|pre:",\"value\":\""|post:"\""%%ThresholdValue|json|300|pre:",\"threshold\":\""|post:"\""%%Parameters|json|1000|pre:",\"parameters\":\""|post:"\""%%x.SourceLink|json|1000|pre:",\"link\":\""|post:"\""%%annotation.runbook_url|json|1000|pre:",\"runbook\":\""|post:"\""%%x.Link|json|1000|pre:",\"tocsin\":\""|post:"\""%}"
    }
  ]
}`,
    JOB: String.raw`{
  "records": [
    {
      "source": "Tocsin",
      "event_class": "%x.Source|100%",
      "node": "%ServerName|100|omit%",
      "resource": "%DatabaseName|100|omit%",
      "metric_name": "%JobName|100%",
      "type": "job",
      "message_key": "%x.Key%",
      "severity": "%x.SnSeverity%",
      "description": "Job %JobName|500%: %JobStatus%%JobExitCode|50|pre:", exit code "%%x.DurationText|pre:", took "%%JobOutput|-2500|pre:"\n"%",
      "additional_info": "{\"job\":\"%JobID|json|200%\",\"run\":\"%JobRunID|json|200%\",\"ended\":\"%JobEndTime%\"%JobCommand|json|1000|pre:",\"command\":\""|post:"\""%%ServerIP|json|100|pre:",\"address\":\""|post:"\""%}"
    }
  ]
}`,
  },
  // The vendor specifies no body. Sleeping instances respond 200 with a page.
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

/** Makes incidents, for instances without Event Management. */
export const SERVICENOW_INCIDENT: Preset = {
  ...SERVICENOW,
  id: 'servicenow-incident',
  name: 'ServiceNow, incidents',
  summary: 'An incident is made when an alert becomes medium or high, with the values and the details.',
  url: '{{url}}/api/now/table/incident',
  address: /^https?:\/\/[^\s/?#]+\/api\/now\/table\/incident$/,
  templates: {
    ALERT: String.raw`{
  "short_description": "%x.StateText%: %AlertName|line|75%%ObjectName|line|55|pre:" on "%",
  "description": "State %OldState% → %x.StateText%, since %AlertRaisedTime%%x.Object|400|pre:"\nObject "%%x.Server|400|pre:"\nServer "%%CurrentValue|200|pre:"\nValue "%%ThresholdValue|200|pre:"\nLimit "%%annotation.runbook_url|400|pre:"\nRunbook "%%x.SourceLink|600|pre:"\nMonitor "%%x.Link|300|pre:"\nIn Tocsin "%%x.Summary|200|pre:"\n\n"%%AlertInfo|1000|pre:"\n\n"%",
  "urgency": "%x.SnUrgency%",
  "impact": "2",
  "correlation_id": "tocsin-alert-%AlertID%",
  "correlation_display": "Tocsin"
}`,
  },
  alertFlags: { low: false, cleared: false },
  // Each request makes an incident: better wait for a slow response, and retry seldom.
  timeoutMs: 60_000,
  retryScheduleMs: [0, 300_000, 1_800_000, 7_200_000, 21_600_000],
  // https://www.servicenow.com/docs/r/australia/api-reference/rest-apis/c_TableAPI.html: 201, and JSON with
  // the record as `result`.
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
