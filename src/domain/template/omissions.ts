import { createStretchReader, isSpace, type Stretch } from './json-syntax.ts'
import { jsonText, type Encode } from './escaping.ts'
import { cutAt, type Segments, type Spot } from './segments.ts'

/**
 * A member or element that is left out of a JSON text if a marker in it has no value. It takes the comma before it
 * along, or the one after it if nothing is left before it. The outermost value always stays.
 */
interface Omission {
  readonly start: number
  readonly end: number
  /** Undefined: it is the first. */
  readonly commaAt: number | undefined
  /** Where the next one begins; undefined: it is the last. */
  readonly nextAt: number | undefined
  readonly list: number
  /** Follows something there that always stays. */
  readonly followsFixed: boolean
  /** The markers whose missing values omit it. */
  readonly names: readonly string[]
}

export interface JsonText {
  readonly text: string
  readonly spots: readonly Spot[]
  readonly encodings: readonly Encode[]
}

export interface Omissions {
  /** Markers that would omit more than the whole text, so that nothing is omitted. */
  readonly tooFar: readonly Spot[]
  /** Returns the rest of the text with these values, in linear time. Never throws. */
  readonly leave: (value: (marker: string) => string) => Segments
}

/** Returns undefined if no marker omits anything. `whole`: the text with everything in it. */
export function findOmissions(json: JsonText, whole: Segments): Omissions | undefined {
  if (!json.spots.some(leavesOut)) return undefined
  const { found, tooFar } = readOmissions(json)
  // Enclosing ones come first.
  const omissions = found.toSorted((a, b) => a.start - b.start)
  return {
    tooFar,
    leave: (value) => {
      const gaps = gapsOf(omissions, value)
      return gaps.length === 0 ? whole : cutBetween(json, gaps)
    },
  }
}

export function leavesOut({ filter }: Spot): boolean {
  return filter !== undefined && filter.omittedLevels > 0
}

interface OpenList {
  readonly id: number
  start: number | undefined
  commaAt: number | undefined
  hasFixed: boolean
  names: string[]
  /** The omission that just ended: the start of the next item is not known yet. */
  ended: { -readonly [Member in keyof Omission]: Omission[Member] } | undefined
}

class OmissionReader {
  readonly found: Omission[] = []
  readonly tooFar: Spot[] = []
  readonly #open: OpenList[] = []
  #listCount = 0

  /** Begins an item at an offset, or continues one. */
  begin(at: number): void {
    const list = this.#open.at(-1)
    if (list === undefined || list.start !== undefined) return
    list.start = at
    if (list.ended !== undefined) list.ended.nextAt = at
    list.ended = undefined
  }

  open(): void {
    const id = this.#listCount
    this.#open.push({
      id,
      start: undefined,
      commaAt: undefined,
      hasFixed: false,
      names: [],
      ended: undefined,
    })
    this.#listCount += 1
  }

  /** `end`: after the last character of the item. */
  comma(at: number, end: number): void {
    const list = this.#open.at(-1)
    if (list === undefined) return
    this.#finish(list, end)
    list.commaAt = at
  }

  close(end: number): void {
    const list = this.#open.pop()
    if (list !== undefined) this.#finish(list, end)
  }

  marker(spot: Spot): void {
    const levels = spot.filter?.omittedLevels ?? 0
    if (levels === 0) return
    const list = this.#open.at(-levels)
    if (list === undefined) this.tooFar.push(spot)
    else list.names.push(spot.name)
  }

  #finish(list: OpenList, end: number): void {
    const { id, start, commaAt, hasFixed, names } = list
    if (start === undefined) return
    if (names.length === 0) list.hasFixed = true
    else {
      list.ended = { start, end, commaAt, nextAt: undefined, list: id, followsFixed: hasFixed, names }
      this.found.push(list.ended)
    }
    list.start = undefined
    list.names = []
  }
}

function readOmissions({ text, spots }: JsonText): OmissionReader {
  const reader = new OmissionReader()
  const spotAt = createStretchReader(spots)
  /** The position after the last character that is no blank. */
  let end = 0
  for (let at = 0; at < text.length; at = Math.max(end, at + 1)) {
    const char = text.charCodeAt(at)
    if (isSpace(char)) continue
    if (char === COMMA) reader.comma(at, end)
    else if (char === OBJECT_END || char === ARRAY_END) reader.close(end)
    else reader.begin(at)
    end = at + 1
    if (char === OBJECT_START || char === ARRAY_START) reader.open()
    else if (char === QUOTE) end = readString(text, at, spotAt, reader)
    else if (char === PERCENT) end = readMarker(at, spotAt, reader)
  }
  return reader
}

type SpotReader = (offset: number) => Spot | undefined

function readMarker(at: number, spotAt: SpotReader, reader: OmissionReader): number {
  const spot = spotAt(at)
  if (spot !== undefined) reader.marker(spot)
  return spot?.end ?? at + 1
}

function readString(text: string, start: number, spotAt: SpotReader, reader: OmissionReader): number {
  let at = start + 1
  while (at < text.length && text.charCodeAt(at) !== QUOTE) {
    const char = text.charCodeAt(at)
    if (char === PERCENT) at = readMarker(at, spotAt, reader)
    else at += char === BACKSLASH ? 2 : 1
  }
  return at + 1
}

/** Returns the gaps from left to right, not nested. */
function gapsOf(omissions: readonly Omission[], value: (marker: string) => string): readonly Stretch[] {
  const gaps: Stretch[] = []
  const isEmpty = new Map<string, boolean>()
  const isWanting = (name: string) => {
    const known = isEmpty.get(name) ?? value(name) === ''
    isEmpty.set(name, known)
    return known
  }
  const withKept = new Set<number>()
  let goneTo = 0
  for (const { start, end, commaAt, nextAt, list, followsFixed, names } of omissions) {
    if (start < goneTo) continue
    if (!names.some(isWanting)) {
      withKept.add(list)
      continue
    }
    const gap =
      commaAt !== undefined && (followsFixed || withKept.has(list))
        ? { start: commaAt, end }
        : { start, end: nextAt ?? end }
    gaps.push(gap)
    goneTo = gap.end
  }
  return gaps
}

function cutBetween({ text, spots, encodings }: JsonText, gaps: readonly Stretch[]): Segments {
  const kept: Spot[] = []
  const keptEncodings: Encode[] = []
  let left = ''
  let copiedTo = 0
  let gone = 0
  let spotCount = 0
  for (const gap of [...gaps, { start: text.length, end: text.length }]) {
    left += text.slice(copiedTo, gap.start)
    for (let spot = spots[spotCount]; spot !== undefined && spot.start < gap.end; spot = spots[spotCount]) {
      if (spot.start < gap.start) {
        kept.push({ ...spot, start: spot.start - gone, end: spot.end - gone })
        keptEncodings.push(encodings[spotCount] ?? jsonText)
      }
      spotCount += 1
    }
    gone += gap.end - gap.start
    copiedTo = gap.end
  }
  return cutAt(left, kept, (_, index) => keptEncodings[index] ?? jsonText)
}

const QUOTE = 0x22
const PERCENT = 0x25
const COMMA = 0x2c
const BACKSLASH = 0x5c
const ARRAY_START = 0x5b
const ARRAY_END = 0x5d
const OBJECT_START = 0x7b
const OBJECT_END = 0x7d
