import {
  contentFamily,
  type Encode,
  formText,
  jsonScalar,
  jsonString,
  jsonText,
  looseJsonText,
  plainText,
  xmlCommentText,
  xmlText,
} from './escaping.ts'
import { createStretchReader, findJsonError, findJsonLinesError, isSpace } from './json-syntax.ts'
import {
  blankMarkers,
  createMarkerReader,
  cutAt,
  fill,
  findMarkers,
  type SizeLimit,
  type Segments,
  type Slot,
  type Spot,
} from './segments.ts'
import { findOmissions } from './omissions.ts'
import {
  idleOmissionWarnings,
  markerWarnings,
  outermostWarnings,
  sizeWarnings,
  type TemplateWarning,
} from './template-warnings.ts'
import { positionOf, positionText, type TextPosition } from './text-position.ts'
import type { PayloadType } from '../webhook/webhook.ts'

export type { TemplateWarning } from './template-warnings.ts'

export interface TemplateOptions {
  readonly payloadType: PayloadType
  /** Decides how values are escaped; the empty string counts as JSON. */
  readonly contentType: string
  /** The public URL, as `MarkerSite` has it; without it some markers have no value, which is a warning. */
  readonly publicUrl?: string
}

export interface CompiledTemplate {
  /** The warnings for the writer of the template; none keeps it from being used. */
  readonly warnings: readonly TemplateWarning[]
  /** Never throws, for any values. */
  readonly render: (value: MarkerValue) => string
}

type MarkerValue = (marker: string) => string

/** A body may repeat long values, but not without end. */
export const BODY_SIZE: SizeLimit = { valueCharsMax: 1024 * 1024, totalCharsMax: 1024 * 1024 }

/** Cuts a template at its markers and decides how each value will be escaped. Never throws, for any text. */
export function compileTemplate(
  text: string,
  { payloadType, contentType, publicUrl }: TemplateOptions,
): CompiledTemplate {
  const spots = findMarkers(text)
  const isPercentEncoded = contentFamily(contentType) === 'form'
  const { segmentsFor, warnings } = analyse(text, spots, contentType)
  const render = (value: MarkerValue) => fill(segmentsFor(value), value, BODY_SIZE)
  return {
    warnings: [
      ...warnings,
      ...markerWarnings({
        text,
        spots,
        payloadType,
        isPercentEncoded,
        ...(publicUrl !== undefined && { publicUrl }),
      }),
      ...sizeWarnings(render),
    ],
    render,
  }
}

interface Analysis {
  /** Returns the text that is filled, without what these values leave out. */
  readonly segmentsFor: (value: MarkerValue) => Segments
  readonly warnings: readonly TemplateWarning[]
}

function analyse(text: string, spots: readonly Spot[], contentType: string): Analysis {
  const family = contentFamily(contentType)
  switch (family) {
    case 'json':
    case 'json-lines':
      return analyseJson(text, spots, contentType)
    case 'form':
      return asItStands(
        text,
        spots,
        cutAt(text, spots, () => formText),
      )
    case 'xml':
      return asItStands(text, spots, cutXml(text, spots))
    case 'html':
      return asItStands(
        text,
        spots,
        cutAt(text, spots, () => xmlText),
      )
    case 'text': {
      const { segmentsFor, warnings } = asItStands(
        text,
        spots,
        cutAt(text, spots, () => plainText),
      )
      return { segmentsFor, warnings: [...unescapedJsonWarnings(text, spots, contentType), ...warnings] }
    }
  }
}

/** Nothing can be left out of it. */
function asItStands(text: string, spots: readonly Spot[], segments: Segments): Analysis {
  return { segmentsFor: () => segments, warnings: idleOmissionWarnings(text, spots) }
}

/** Strict JSON with markers in it, or, if it is not JSON, a text whose values are escaped as in a JSON string. */
function analyseJson(text: string, looseSpots: readonly Spot[], contentType: string): Analysis {
  const { spots, encodings } = readJson(text, looseSpots)
  const errorAt = findSyntaxError(text, contentType, spots)
  if (errorAt === undefined) {
    const segments = cutAt(text, spots, (_, index) => encodings[index] ?? jsonText)
    const omissions = findOmissions({ text, spots, encodings }, segments)
    return {
      segmentsFor: omissions?.leave ?? (() => segments),
      warnings: outermostWarnings(text, omissions?.tooFar ?? []),
    }
  }
  const { segmentsFor, warnings } = asItStands(
    text,
    looseSpots,
    cutAt(text, looseSpots, () => looseJsonText),
  )
  const warning =
    text.trim() === ''
      ? { message: 'The template is empty, and so is the body that is sent.' }
      : notJsonWarning(positionOf(text, errorAt, 1), contentType)
  return { segmentsFor, warnings: [warning, ...warnings] }
}

function notJsonWarning(position: TextPosition, contentType: string): TemplateWarning {
  const message =
    `${positionText(position)}: here the template stops being JSON, but it is sent as ${contentType || 'JSON'}. ` +
    'It is sent all the same, each value escaped as in a JSON string; a receiver that reads JSON strictly will refuse it. ' +
    'JSON wants double quotes around names and texts and no comma after the last member; ' +
    'if the body is not meant to be JSON, set a Content-Type header that says what it is.'
  return { message, position }
}

interface JsonReading {
  readonly spots: readonly Spot[]
  /** The encoders, one for each spot. */
  readonly encodings: readonly Encode[]
}

/**
 * Finds the markers of a JSON text, and how the value of each is written: inside a string, as the name of a member,
 * or as a value. Of the markers of the plain text (`looseSpots`) nearly all are markers here: only a percent sign
 * after a backslash opens none.
 */
function readJson(text: string, looseSpots: readonly Spot[]): JsonReading {
  const spots: Spot[] = []
  const encodings: Encode[] = []
  const looseAt = createStretchReader(looseSpots)
  const markerAt = createMarkerReader(text)
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at)
    if (char === QUOTE) inString = !inString
    else if (char === BACKSLASH) at += 1
    if (char !== PERCENT) continue
    const spot = looseAt(at) ?? markerAt(at)
    if (spot === undefined) continue
    const { end } = spot
    spots.push(spot)
    encodings.push(inString ? jsonText : bareEncoding(text, end))
    at = end - 1
  }
  return { spots, encodings }
}

const QUOTE = 0x22
const PERCENT = 0x25
const BACKSLASH = 0x5c
const COLON = 0x3a

/**
 * Returns the encoder of a bare marker: in JSON a colon follows the names of members only, and those are never
 * numbers.
 */
function bareEncoding(text: string, end: number): Encode {
  let next = end
  while (isSpace(text.charCodeAt(next))) next += 1
  return text.charCodeAt(next) === COLON ? jsonString : jsonScalar
}

/** Where a rendered body is not what its Content-Type says; undefined: it is, or nobody looks into such bodies. */
export function findBodyFault(body: string, contentType: string): TextPosition | undefined {
  const errorAt = findSyntaxError(body, contentType)
  return errorAt === undefined ? undefined : positionOf(body, errorAt, 1)
}

function findSyntaxError(
  text: string,
  contentType: string,
  strings: readonly Spot[] = [],
): number | undefined {
  const family = contentFamily(contentType)
  if (family === 'json') return findJsonError(text, strings)
  return family === 'json-lines' ? findJsonLinesError(text, strings) : undefined
}

/** A JSON text under another Content-Type: the values go in as they are, and the first quote in one breaks it. */
function unescapedJsonWarnings(
  text: string,
  looseSpots: readonly Spot[],
  contentType: string,
): readonly TemplateWarning[] {
  if (!/^\s*[{[]/.test(text)) return []
  const { spots } = readJson(text, looseSpots)
  if (spots.length === 0 || findJsonError(text, spots) !== undefined) return []
  const message =
    `The template is JSON, but it is sent as ${contentType}, so values are not escaped and a quote in one breaks it. ` +
    'Set the header Content-Type to application/json.'
  return [{ message }]
}

/**
 * Cuts a CDATA section or a comment. Nothing can be escaped in a CDATA section: it is closed before each value and
 * opened again after it, which leaves the meaning the same. In a comment two hyphens must not meet.
 */
function cutXml(text: string, spots: readonly Spot[]): Segments {
  const slots: { -readonly [Member in keyof Slot]: Slot[Member] }[] = []
  const isInTagAt = createTagReader(blankMarkers(text, spots))
  let section: 'markup' | 'comment' | 'cdata' = 'markup'
  let textBefore = ''
  let copiedTo = 0
  const copy = (to: number, written: string) => {
    const copied = text.slice(copiedTo, to).toWellFormed() + written
    const slot = slots.at(-1)
    if (slot) slot.textAfter += copied
    else textBefore += copied
  }
  let count = 0
  const next = /%|<!--|-->|<!\[CDATA\[|\]\]>/g
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    const [token] = found
    const spot = spots[count]?.start === found.index ? spots[count] : undefined
    if (spot !== undefined) {
      count += 1
      copy(spot.start, section === 'cdata' ? ']]>' : '')
      slots.push({
        name: spot.name,
        filter: spot.filter,
        encode: section === 'comment' ? xmlCommentText : xmlText,
        textAfter: section === 'cdata' ? '<![CDATA[' : '',
      })
      copiedTo = spot.end
      next.lastIndex = spot.end
      const loose = section === 'markup' ? bracketAfter(text, spot) : undefined
      if (loose !== undefined && !isInTagAt(spot.start)) {
        copy(loose, '&gt;')
        copiedTo = loose + 1
      }
    } else if (section === 'markup' && token === '<!--') section = 'comment'
    else if (section === 'markup' && token === '<![CDATA[') section = 'cdata'
    else if (token === (section === 'comment' ? '-->' : ']]>')) section = 'markup'
  }
  copy(text.length, '')
  return { textBefore, slots }
}

/**
 * The offset of a `>` after a marker that a value could make the end of `]]>`, which must not stand in text (XML
 * 1.0, section 2.4): nothing but brackets is between them, two at most, for with more the text is not well-formed
 * as it stands.
 */
function bracketAfter(text: string, { end }: Spot): number | undefined {
  let at = end
  while (at < end + 2 && text[at] === ']') at += 1
  return text[at] === '>' ? at : undefined
}

/**
 * Tells whether an offset is within a tag, where a `>` closes it. Asked from left to right: each
 * character is read once.
 */
function createTagReader(text: string): (offset: number) => boolean {
  let readTo = 0
  let isInTag = false
  return (offset) => {
    const part = text.slice(readTo, offset)
    const [openAt, closeAt] = [part.lastIndexOf('<'), part.lastIndexOf('>')]
    if (openAt !== closeAt) isInTag = openAt > closeAt
    readTo = offset
    return isInTag
  }
}
