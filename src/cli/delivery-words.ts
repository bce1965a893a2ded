import type { Part, Tone } from './table.ts'

const TONE_OF: Readonly<Record<string, Tone>> = {
  delivered: 'good',
  failed: 'bad',
  cancelled: 'dim',
  waiting: 'dim',
  sending: 'warn',
  pending: 'warn',
}

/** The state of a delivery, in its colour. */
export function describeState(state: string): Part {
  const tone = TONE_OF[state]
  return tone === undefined ? state : { text: state, tone }
}
