const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

/** Characters that change the direction of text: a name must not do that to a sentence. */
const DIRECTION = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

interface TextPart {
  readonly text: string
  /** Set: the part is a time of the service. */
  readonly at?: string
}

/** Splits a sentence of the service into texts and times. */
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

/** `9:24 AM`; with the day unless it is today. In the reader's zone. */
export function formatMoment(at: string, now: number): string {
  const date = new Date(at)
  const isToday = date.toDateString() === new Date(now).toDateString()
  return new Intl.DateTimeFormat(undefined, {
    timeStyle: 'short',
    ...(!isToday && { dateStyle: 'medium' }),
  }).format(date)
}
