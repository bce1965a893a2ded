import type { RequestTemplate } from '../../src/domain/template/render-request.ts'
import type { SampleKind } from '../../src/domain/template/sample-event.ts'
import type { PayloadType } from '../../src/domain/webhook/webhook.ts'
import { fillPreset } from '../../src/presets/fill-preset.ts'
import { PAGERDUTY } from '../../src/presets/pagerduty.ts'
import type { Preset } from '../../src/presets/preset.ts'
import { SLACK_TEXT } from '../../src/presets/slack.ts'

/** A worked example for docs/templates.md: a webhook for a well-known receiver, and the event it is shown with. */
export interface PresetExample extends RequestTemplate {
  readonly title: string
  readonly text: string
  readonly sample: SampleKind
}

export const PRESETS: readonly PresetExample[] = [
  {
    ...fromPresets(SLACK_TEXT, 'ALERT'),
    title: 'Slack',
    text: 'A line per alert, and the details. No header is needed: without one the body is sent as JSON.',
    sample: 'raised',
  },
  {
    ...fromPresets(PAGERDUTY, 'ALERT'),
    title: 'PagerDuty',
    text: 'One webhook opens and closes the incident: `%x.Action%` is `resolve` when the alert clears, and the key stays the same.',
    sample: 'raised',
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
    ...fromPresets(SLACK_TEXT, 'JOB'),
    title: 'A failed job',
    text: 'With payload type JOB the receiver gets every finished run, the successful ones too.',
    sample: 'job_failure',
  },
]

/** With the examples of its fields. */
function fromPresets(preset: Preset, payloadType: PayloadType): RequestTemplate {
  const fields = Object.fromEntries(preset.fields.map(({ name, example }) => [name, example]))
  return fillPreset(preset, { fields, payloadType })
}
