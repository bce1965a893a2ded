import type { Encode } from './escaping.ts'
import { applyFilter, FILTER_CHARS_MAX, FILTER_PATTERN, readFilter, type Filter } from './marker-filters.ts'
import { MARKERS } from './markers.ts'
import { familyOf, NAMED_TEXT_CHARS_MAX } from './marker.ts'

/** A known marker in a text; `start` and `end` enclose its percent signs. */
export interface Spot {
  readonly name: string
  /** Undefined: the value goes in as it is. */
  readonly filter: Filter | undefined
  readonly start: number
  readonly end: number
}

const NAMES: ReadonlySet<string> = new Set(MARKERS.map(({ name }) => name))
/** Matches all filters of a marker. */
export const FILTERS = new RegExp(`^${FILTER_PATTERN}$`, 'u')

const NAME_CHARS = MARKERS.map(({ name }) => name.length)
/** Limits what stands between the percent signs, with the longest filters. */
const INSIDE_CHARS_MIN = Math.min(...NAME_CHARS)
const INSIDE_CHARS_MAX = Math.max(...NAME_CHARS, NAMED_TEXT_CHARS_MAX) + FILTER_CHARS_MAX

/** Time zones that one text may name: each takes half a millisecond to look up, and a template fits thousands. */
export const TIME_ZONES_MAX = 4

/** Finds all known markers from left to right; any other percent sign is text. */
export function findMarkers(text: string): readonly Spot[] {
  const spots: Spot[] = []
  const spotBetween = createSpotReader(text)
  for (let at = text.indexOf('%'); at !== -1;) {
    const end = text.indexOf('%', at + 1)
    if (end === -1) break
    const spot = spotBetween(at, end)
    if (spot !== undefined) spots.push(spot)
    at = spot === undefined ? end : text.indexOf('%', end + 1)
  }
  return spots
}

/** Finds the known marker whose first percent sign stands at an offset. */
export function createMarkerReader(text: string): (start: number) => Spot | undefined {
  const spotBetween = createSpotReader(text)
  return (start) => {
    const end = text.indexOf('%', start + 1)
    return end === -1 ? undefined : spotBetween(start, end)
  }
}

/** Finds names in a map instead of trying each in a regular expression: templates have thousands of markers. */
function createSpotReader(text: string): (start: number, last: number) => Spot | undefined {
  const zones = new Set<string>()
  return (start, last) => {
    const chars = last - start - 1
    if (chars < INSIDE_CHARS_MIN || chars > INSIDE_CHARS_MAX) return undefined
    const inside = text.slice(start + 1, last)
    const barAt = inside.indexOf('|')
    const name = barAt === -1 ? inside : inside.slice(0, barAt)
    if (!isMarkerName(name)) return undefined
    const end = last + 1
    if (barAt === -1) return { name, filter: undefined, start, end }
    if (inside.length - barAt > FILTER_CHARS_MAX) return undefined
    const parts = FILTERS.exec(inside.slice(barAt))?.groups
    if (parts === undefined) return undefined
    const filter = readFilter(parts)
    if (filter.zone !== undefined) {
      if (zones.size === TIME_ZONES_MAX && !zones.has(filter.zone)) return undefined
      zones.add(filter.zone)
    }
    return { name, filter, start, end }
  }
}

export function isMarkerName(name: string): boolean {
  return NAMES.has(name) || familyOf(name) !== undefined
}

/** Replaces markers by blanks: their filters may have any character. */
export function blankMarkers(text: string, spots: readonly Spot[]): string {
  const parts = spots.map(({ start, end }, index) =>
    text.slice(spots[index - 1]?.end ?? 0, start).padEnd(end - (spots[index - 1]?.end ?? 0)),
  )
  return parts.join('') + text.slice(spots.at(-1)?.end ?? 0)
}

/** A marker, and the text up to the next one. */
export interface Slot {
  readonly name: string
  readonly filter: Filter | undefined
  readonly encode: Encode
  readonly textAfter: string
}

export interface Segments {
  readonly textBefore: string
  readonly slots: readonly Slot[]
}

/** Cuts a text at its markers; `encodeAt` says how the value of each is to be written. */
export function cutAt(
  text: string,
  spots: readonly Spot[],
  encodeAt: (spot: Spot, index: number) => Encode,
): Segments {
  // A lone surrogate in the template has no UTF-8 form either.
  const textFrom = (index: number) =>
    text.slice(index === 0 ? 0 : spots[index - 1]?.end, spots[index]?.start).toWellFormed()
  return {
    textBefore: textFrom(0),
    slots: spots.map((spot, index) => ({
      name: spot.name,
      filter: spot.filter,
      encode: encodeAt(spot, index),
      textAfter: textFrom(index + 1),
    })),
  }
}

/** Lengths in characters before escaping. */
export interface SizeLimit {
  /** Limits one value; a longer one is cut and ends with an ellipsis. */
  readonly valueCharsMax: number
  /** Limits all values together; the first that does not fit is cut, those after it are empty. */
  readonly totalCharsMax: number
}

/**
 * Fills in the values, for each attempt. The result is limited and stays valid, even if a template repeats the longest
 * value ten thousand times.
 */
export function fill(
  { textBefore, slots }: Segments,
  value: (name: string) => string,
  { valueCharsMax, totalCharsMax }: SizeLimit,
): string {
  let filled = textBefore
  let room = totalCharsMax
  for (const { name, filter, encode, textAfter } of slots) {
    const charsMax = Math.min(room, valueCharsMax)
    // Without capacity left no value is computed.
    const given = charsMax < 1 ? '' : value(name)
    const whole = filter === undefined ? given : applyFilter(given, filter, charsMax)
    // Text that a filter drops after reading counts as well.
    const charsRead = filter === undefined ? 0 : Math.min(given.length, filter.charsMax)
    room -= Math.min(Math.max(whole.length, charsRead), charsMax)
    filled += encode(cutTo(whole, charsMax)) + textAfter
  }
  return filled
}

/** Never splits a pair of surrogates. */
function cutTo(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text
  if (charsMax < 1) return ''
  return `${text.slice(0, charsMax - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
