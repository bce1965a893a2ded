import { describeTime } from '../view/human-time.ts'
import { asObject, asText, type JsonObject } from '../view/json-value.ts'
import type { Part, Tone } from '../view/table.ts'

const TONE_OF: Readonly<Record<string, Tone>> = {
  delivered: 'good',
  failed: 'bad',
  cancelled: 'dim',
  waiting: 'dim',
  sending: 'warn',
  pending: 'warn',
}

/** When it goes out, or why it does not; undefined: it has ended, or is being sent. */
export function describeNext(delivery: JsonObject, now: number): string | undefined {
  const state = asText(delivery['state'])
  if (state !== 'waiting' && state !== 'pending') return undefined
  const waitsFor = asObject(delivery['waits_for'])
  const until = describeTime(waitsFor['until'], now)
  const why = asText(waitsFor['reason']) === '' ? '' : ` (${asText(waitsFor['reason'])})`
  switch (asText(waitsFor['kind'])) {
    case 'delivery':
      return `waits for delivery ${asText(waitsFor['delivery_id'])}, about the same alert or job`
    case 'enabling':
      return `held: its webhook is disabled${why}`
    case 'pause':
      return `paused${why}: nothing is sent to its webhook before the next probe, ${until}`
    case 'probe':
      return `its receiver fails${why}: one delivery at a time is tried there`
    case 'rate_limit':
      return 'due, as soon as the rate limit of its webhook allows'
    case 'due_time':
      return until
    default:
      return asText(delivery['due_at']) === '' ? undefined : 'due, as soon as its turn comes'
  }
}

/** The state of a delivery, in its colour. */
export function describeState(state: string): Part {
  const tone = TONE_OF[state]
  return tone === undefined ? state : { text: state, tone }
}
