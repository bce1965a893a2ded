import type { Answer } from './api-types.ts'
import { asText } from './json-value.ts'
import type { Part, Tone } from './table.ts'

/** `cleared → high` or `failure`. */
export function describeChange(
  event: Pick<Answer<'BriefEvent'>, 'kind' | 'status' | 'old_state' | 'new_state'>,
): string {
  return event.kind === 'job_run'
    ? asText(event.status)
    : `${asText(event.old_state)} → ${asText(event.new_state)}`
}

/** The state of a delivery, in its colour. */
export function describeDeliveryState(state: Answer<'Delivery'>['state']): Part {
  const text = asText(state)
  const tone = TONE_OF[text]
  return tone === undefined ? text : { text, tone }
}

const TONE_OF: Readonly<Record<string, Tone>> = {
  delivered: 'good',
  failed: 'bad',
  cancelled: 'dim',
  waiting: 'dim',
  sending: 'warn',
  pending: 'warn',
}
