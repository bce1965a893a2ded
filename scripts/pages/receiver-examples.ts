import type { RequestTemplate } from '../../src/domain/render-request.ts'
import type { SampleKind } from '../../src/domain/sample-event.ts'

/** A worked example for docs/templates.md: a webhook for a well-known receiver, and the event it is shown with. */
export interface ReceiverExample extends RequestTemplate {
  readonly title: string
  readonly text: string
  readonly sample: SampleKind
}

export const RECEIVERS: readonly ReceiverExample[] = [
  {
    title: 'Slack',
    text: 'A line per alert. No header is needed: without one the body is sent as JSON.',
    sample: 'raised',
    method: 'POST',
    url: 'https://hooks.slack.com/services/REPLACE/WITH/YOURS',
    headers: [],
    payloadType: 'ALERT',
    payloadTemplate: `{
  "text": "%x.Emoji% *%CurrentState%* %AlertName% on %ObjectType% %ObjectName%: %CurrentValue% (limit %ThresholdValue%), was %OldState%\\n%AlertInfo%"
}`,
  },
  {
    title: 'PagerDuty',
    text: 'One webhook opens and closes the incident: `%x.Action%` is `resolve` when the alert clears, and the key stays the same.',
    sample: 'raised',
    method: 'POST',
    url: 'https://events.pagerduty.com/v2/enqueue',
    headers: [],
    payloadType: 'ALERT',
    payloadTemplate: `{
  "routing_key": "REPLACE_WITH_YOURS",
  "event_action": "%x.Action%",
  "dedup_key": "%x.Key%",
  "payload": {
    "summary": "%CurrentState%: %AlertName% on %ObjectName% (%CurrentValue%, limit %ThresholdValue%)",
    "source": "%ServerName%",
    "severity": "%x.PdSeverity%",
    "timestamp": "%x.EventTime%",
    "custom_details": { "info": "%AlertInfo%", "parameters": "%Parameters%", "was": "%OldState%" }
  }
}`,
  },
  {
    title: 'A numeric value, and a key in the URL',
    text: 'A bare marker sends a number as a number, for receivers that compute with it.',
    sample: 'cleared',
    method: 'PUT',
    url: 'https://metrics.example.com/alerts/%x.Key%?state=%CurrentState%',
    headers: [],
    payloadType: 'ALERT',
    payloadTemplate: '{"value": %CurrentValue%, "limit": %ThresholdValue%, "since": %x.RaisedUnix%}',
  },
  {
    title: 'A form',
    text: 'For receivers that take no JSON.',
    sample: 'raised',
    method: 'POST',
    url: 'https://sms.example.com/send',
    headers: [{ key: 'Content-Type', value: 'application/x-www-form-urlencoded' }],
    payloadType: 'ALERT',
    payloadTemplate: 'to=%2B15550100&text=%CurrentState%%3A+%AlertName%+on+%ObjectName%',
  },
  {
    title: 'A failed job',
    text: 'With payload type JOB the webhook is told of every finished run, the successful ones too.',
    sample: 'job_failure',
    method: 'POST',
    url: 'https://hooks.slack.com/services/REPLACE/WITH/YOURS',
    headers: [],
    payloadType: 'JOB',
    payloadTemplate: `{
  "text": "%x.Emoji% Job %JobName%: %JobStatus% after %x.DurationText%, exit code %JobExitCode%, on %ServerName%/%DatabaseName%\\n%JobOutput%"
}`,
  },
]
