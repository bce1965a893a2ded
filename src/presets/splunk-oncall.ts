import { member, NO_WEB_PAGE, type Preset, status } from './preset.ts'

/** Opens and resolves incidents: the type follows the state, the entity stays. */
export const SPLUNK_ONCALL: Preset = {
  id: 'splunk-oncall',
  name: 'Splunk On-Call',
  summary: 'An incident is opened when an alert is raised or a job fails, and resolved when it clears.',
  kind: 'incident',
  fields: [
    {
      name: 'url',
      label: 'URL of the REST integration',
      help: 'In Splunk On-Call: Integrations, 3rd Party Integrations, REST - Generic, Enable. Put one of your routing keys (Settings, Routing Keys) in place of $routing_key at the end.',
      pattern: String.raw`https://alert\.victorops\.com/integrations/generic/\d+/alert/[A-Za-z0-9-]+/[A-Za-z0-9._~%+-]+`,
      wanted:
        'must be the URL of the REST integration, with your routing key in place of $routing_key; it begins with https://alert.victorops.com/integrations/generic/',
      example: 'https://alert.victorops.com/integrations/generic/20131114/alert/00000000-example/database',
      isSecret: true,
    },
  ],
  method: 'POST',
  url: '{{url}}',
  address: /^https:\/\/alert\.victorops\.com\/integrations\/generic\/\S+$/,
  headers: [],
  templates: {
    ALERT: String.raw`{
  "message_type": "%x.VoType%",
  "entity_id": "%x.Key%",
  "entity_display_name": "%x.StateText%: %AlertName|300%%ObjectName|200|pre:" on "%",
  "state_message": "%OldState% → %x.StateText%%CurrentValue|300|pre:", value "%%ThresholdValue|300|pre:", limit "%, since %AlertRaisedTime%%x.Summary|500|pre:"\n\n"%%AlertInfo|15000|pre:"\n\n"%",
  "state_start_time": %x.RaisedUnix%,
  "monitoring_tool": "Tocsin",
  "host_name": "%ServerName|300|omit%",
  "database": "%DatabaseName|300|omit%",
  "reported_by": "%x.Source|100%",
  "vo_annotate.u.Runbook": "%annotation.runbook_url|1000|omit%",
  "vo_annotate.u.Monitor": "%x.SourceLink|1000|omit%",
  "vo_annotate.u.Tocsin": "%x.Link|1000|omit%"
}`,
    JOB: String.raw`{
  "message_type": "%x.VoType%",
  "entity_id": "%x.Key%",
  "entity_display_name": "Job %JobName|300%: %JobStatus%",
  "state_message": "Status %JobStatus%%JobExitCode|50|pre:", exit code "%%x.DurationText|pre:", took "%%JobOutput|-15000|pre:"\n\n"%",
  "state_start_time": %x.RaisedUnix%,
  "monitoring_tool": "Tocsin",
  "host_name": "%ServerName|300|omit%",
  "database": "%DatabaseName|300|omit%",
  "reported_by": "%x.Source|100%"
}`,
  },
  escape: null,
  // The vendor's page does not specify the response: 200 with {"result":"success","entity_id":…}, or
  // {"result":"failure"}, also for a wrong key.
  responseRule: [status(200), NO_WEB_PAGE, member('result', 'success')],
  rateLimit: null,
  limits: [{ part: 'state_message', max: 20_480, unit: 'characters' }],
  notes: [
    'High and failed runs are CRITICAL and open an incident. Whether WARNING (Medium, cancelled runs) does is a setting of your organisation; INFO (Low) is shown in the timeline only.',
    'A notification that arrives twice changes nothing: Splunk On-Call knows it by its entity.',
    'A test opens one, too: `tocsin webhook test ID --sample cleared` ends it.',
    'The URL is the credential: whoever has it can open incidents.',
  ],
  documentation:
    'https://help.splunk.com/en/splunk-enterprise/alert-and-respond/splunk-on-call/integrations-with-splunk-on-call/rest-endpoint-integration-for-splunk-on-call',
  sources: ['https://github.com/prometheus/alertmanager/tree/main/notify/victorops'],
}
