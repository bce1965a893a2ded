const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

/**
 * Characters that change the direction of everything after them: a name in a sentence must not do that to the
 * sentence.
 */
const DIRECTION = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

interface TextPart {
  readonly text: string
  /** Set: the part is a time, as the service writes it. */
  readonly at?: string
}

/** A sentence of the service, taken apart into its texts and the times within. */
export function partsOf(sentence: string): readonly TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  const plain = sentence.replaceAll(DIRECTION, '')
  for (const { 0: at, index } of plain.matchAll(INSTANT)) {
    if (index > end) parts.push({ text: plain.slice(end, index) })
    parts.push({ text: at, at })
    end = index + at.length
  }
  if (end < plain.length) parts.push({ text: plain.slice(end) })
  return parts
}

/** `9:24 AM`; with the day if it is another one than today. In the zone of the reader. */
export function formatMoment(at: string, now: number): string {
  const date = new Date(at)
  const isToday = date.toDateString() === new Date(now).toDateString()
  return new Intl.DateTimeFormat(undefined, {
    timeStyle: 'short',
    ...(!isToday && { dateStyle: 'medium' }),
  }).format(date)
}
