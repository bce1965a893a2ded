import { AROUND_CHARS_MAX, FILTER_CHARS_MAX, FILTER_ESCAPES } from './marker-filters.ts'
import { NAMED_TEXT_CHARS_MAX } from './marker.ts'
import { FILTERS, isMarkerName, TIME_ZONES_MAX, type Spot } from './segments.ts'

/** A known marker with unusable filters, so that it stays in the text as it is. */
export interface FilterMistake extends Pick<Spot, 'start' | 'end'> {
  /** Names the marker, what is wrong, and what may stand there. */
  readonly message: string
}

/** Mistakes named per text: more have a common cause. */
const MISTAKES_MAX = 20

/** Characters shown of a marker, whose filters may be long. */
const SHOWN_CHARS_MAX = 80

/** Finds known markers with unusable filters. `spots`: those with usable ones. */
export function findFilterMistakes(text: string, spots: readonly Spot[]): readonly FilterMistake[] {
  const mistakes: FilterMistake[] = []
  let spotCount = 0
  for (let start = text.indexOf('%'); start !== -1 && mistakes.length < MISTAKES_MAX;) {
    const spot = spots[spotCount]
    if (spot?.start === start) {
      spotCount += 1
      start = text.indexOf('%', spot.end)
      continue
    }
    const last = text.indexOf('%', start + 1)
    if (last === -1) break
    const inside = text.slice(start + 1, last)
    const mistake = mistakeIn(inside)
    if (mistake !== undefined) {
      mistakes.push({ start, end: last + 1, message: `%${shown(inside)}% ${mistake}` })
    }
    // The percent sign that ends a text which is no marker may begin one.
    start = mistake === undefined ? last : text.indexOf('%', last + 1)
  }
  return mistakes
}

function mistakeIn(inside: string): string | undefined {
  const barAt = inside.indexOf('|')
  if (barAt === -1 || barAt > NAMED_TEXT_CHARS_MAX || !isMarkerName(inside.slice(0, barAt))) return undefined
  const filters = inside.slice(barAt)
  if (filters.length > FILTER_CHARS_MAX) {
    return `has ${filters.length} characters of filters; at most ${FILTER_CHARS_MAX} are possible. Shorten them.`
  }
  const unknown = splitFilters(filters).find((filter) => !FILTERS.test(`|${filter}`))
  if (unknown === undefined) {
    return FILTERS.test(filters)
      ? `names one time zone too many: a text may have ${TIME_ZONES_MAX}.`
      : `has its filters in a wrong order, or one of them twice. The order is ${FILTERS_IN_ORDER}.`
  }
  return /^(?:pre|post):/.test(unknown)
    ? `has a filter that cannot be used: ${shown(unknown)}. ${AROUND_RULE}`
    : `has an unknown filter: ${unknown === '' ? 'nothing stands after the bar' : shown(unknown)}. Known are, in this order, ${FILTERS_IN_ORDER}.`
}

/** Ignores bars within the quotes of a text. */
function splitFilters(filters: string): readonly string[] {
  const split: string[] = []
  for (const part of filters.slice(1).split('|')) {
    const last = split.at(-1) ?? ''
    if (/^(?:pre|post):"[^"]*$/.test(last)) split.splice(-1, 1, `${last}|${part}`)
    else split.push(part)
  }
  return split
}

function shown(text: string): string {
  return text.length <= SHOWN_CHARS_MAX ? text : `${text.slice(0, SHOWN_CHARS_MAX)}…`
}

const AROUND_RULE = `A text before or after a value stands in plain double quotes, in JSON too, as in pre:" on ": 1 to ${AROUND_CHARS_MAX} characters on one line, none of them %; \\n is a line break, \\" a quote.`

const FILTERS_IN_ORDER = [
  'in:Europe/Berlin for a time',
  'or:unknown for an empty value',
  `an escape (${FILTER_ESCAPES.map(({ name }) => name).join(', ')})`,
  'a limit such as 150 for the first characters or -150 for the last',
  'pre:" on " and post:" ms" for texts around a value',
  'omit',
].join('; ')
