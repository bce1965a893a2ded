import type { RequestTemplate } from '../../src/domain/template/render-request.ts'
import type { SampleKind } from '../../src/domain/template/sample-event.ts'

/** A worked example for docs/templates.md, and the event it is shown with. */
export interface TemplateExample extends RequestTemplate {
  readonly title: string
  readonly text: string
  readonly sample: SampleKind
}

export const EXAMPLES: readonly TemplateExample[] = [
  {
    title: 'A numeric value, and a key in the URL',
    text: 'A bare marker sends a number as a number.',
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
]
