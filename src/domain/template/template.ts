import {
  contentFamily,
  type Encode,
  formText,
  jsonScalar,
  jsonString,
  jsonText,
  jsonValue,
  looseJsonText,
  plainText,
  xmlCommentText,
  xmlText,
} from './escaping.ts'
import { createStretchReader, findJsonError, findJsonLinesError, isSpace } from './json-syntax.ts'
import { isJsonMarker } from './marker.ts'
import type { SizeLimit, Segments, Slot, Spot } from './segments.ts'
import { blankMarkers, createMarkerReader, cutAt, fill, findMarkers } from './segments.ts'
import { findOmissions } from './omissions.ts'
import type { TemplateWarning } from './template-warnings.ts'
import {
  damageWarnings,
  idleOmissionWarnings,
  markerWarnings,
  outermostWarnings,
  sizeWarnings,
} from './template-warnings.ts'
import { positionOf, positionText, type TextPosition } from './text-position.ts'
import type { PayloadType } from '../webhook/webhook.ts'

export type { TemplateWarning } from './template-warnings.ts'

export interface TemplateOptions {
  readonly payloadType: PayloadType
  /** Decides how values are escaped; empty counts as JSON. */
  readonly contentType: string
  /** See `MarkerSite`; some markers are empty without it, which is a warning. */
  readonly publicUrl?: string
}

export interface CompiledTemplate {
  /** Warnings, none of which prevents the use of the template. */
  readonly warnings: readonly TemplateWarning[]
  /** Never throws, for any values. */
  readonly render: (value: MarkerValue) => string
}

type MarkerValue = (marker: string) => string

/** A body may repeat long values, within limits. */
export const BODY_SIZE: SizeLimit = { valueCharsMax: 1024 * 1024, totalCharsMax: 1024 * 1024 }

/** Cuts a template at its markers and decides how each value is escaped. Never throws, for any text. */
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
  /** Returns the text to fill, without what these values leave out. */
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

function asItStands(text: string, spots: readonly Spot[], segments: Segments): Analysis {
  return { segmentsFor: () => segments, warnings: idleOmissionWarnings(text, spots) }
}

/** Treats a text that is not strict JSON as loose: values are escaped as in a JSON string. */
function analyseJson(text: string, looseSpots: readonly Spot[], contentType: string): Analysis {
  const { spots, encodings } = readJson(text, looseSpots)
  const errorAt = findSyntaxError(text, contentType, spots)
  if (errorAt === undefined) {
    const segments = cutAt(text, spots, (_, index) => encodings[index] ?? jsonText)
    const omissions = findOmissions({ text, spots, encodings }, segments)
    return {
      segmentsFor: omissions?.leave ?? (() => segments),
      warnings: [
        ...outermostWarnings(text, omissions?.tooFar ?? []),
        ...damageWarnings(
          text,
          spots.filter((_, index) => encodings[index] === jsonValue),
        ),
      ],
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
  readonly encodings: readonly Encode[]
}

/**
 * Finds the markers of a JSON text, and whether each is in a string, a member's name or a value. They are the markers
 * of plain text (`looseSpots`), except where a backslash precedes the percent sign.
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
    encodings.push(inString ? jsonText : bareEncoding(text, spot))
    at = end - 1
  }
  return { spots, encodings }
}

const QUOTE = 0x22
const PERCENT = 0x25
const BACKSLASH = 0x5c
const COLON = 0x3a

/** In JSON only a member's name precedes a colon, and it is never a number. */
function bareEncoding(text: string, { name, end }: Spot): Encode {
  let next = end
  while (isSpace(text.charCodeAt(next))) next += 1
  if (text.charCodeAt(next) === COLON) return jsonString
  return isJsonMarker(name) ? jsonValue : jsonScalar
}

/** Returns where a rendered body breaks the syntax of its Content-Type, if that is checked. */
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

/** Warns of JSON under another Content-Type: values are not escaped, and the first quote breaks it. */
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
 * Keeps values safe in CDATA sections and comments. Nothing can be escaped in a CDATA section: it is closed before each
 * value and opened again after it. In a comment two hyphens must not meet.
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
 * Returns the `>` after a marker whose value could complete `]]>`, forbidden in text (XML 1.0, section 2.4). At most
 * two brackets stand between: with more the text is not well-formed anyway.
 */
function bracketAfter(text: string, { end }: Spot): number | undefined {
  let at = end
  while (at < end + 2 && text[at] === ']') at += 1
  return text[at] === '>' ? at : undefined
}

/** Tells whether an offset is within a tag. Must be called from left to right: each character is read once. */
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
