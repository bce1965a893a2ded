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
import { findJsonError } from './json-syntax.ts'
import {
  cutAt,
  fill,
  findMarkers,
  MARKER_PATTERN,
  type Room,
  type Segments,
  type Spot,
  spotOf,
} from './segments.ts'
import { markerWarnings, sizeWarnings, type TemplateWarning } from './template-warnings.ts'
import { positionOf, positionText, type TextPosition } from './text-position.ts'
import type { PayloadType } from './webhook.ts'

export type { TemplateWarning } from './template-warnings.ts'

export interface TemplateOptions {
  readonly payloadType: PayloadType
  /** Decides how values are escaped; the empty string counts as JSON. */
  readonly contentType: string
}

export interface CompiledTemplate {
  /** What the writer of the template should know; nothing here keeps it from being used. */
  readonly warnings: readonly TemplateWarning[]
  /** Never throws, for any values. */
  readonly render: (value: (marker: string) => string) => string
}

/** A body may repeat long values, but not without end. */
export const BODY_ROOM: Room = { valueCharsMax: 1024 * 1024, totalCharsMax: 1024 * 1024 }

/** Cuts a template at its markers and decides how each value will be escaped. Never throws, for any text. */
export function compileTemplate(
  text: string,
  { payloadType, contentType }: TemplateOptions,
): CompiledTemplate {
  const { segments, warnings } = analyse(text, contentType)
  const render = (value: (marker: string) => string) => fill(segments, value, BODY_ROOM)
  return {
    warnings: [
      ...warnings,
      ...markerWarnings(text, payloadType, contentFamily(contentType) === 'form'),
      ...sizeWarnings(render),
    ],
    render,
  }
}

interface Analysis {
  readonly segments: Segments
  readonly warnings: readonly TemplateWarning[]
}

function analyse(text: string, contentType: string): Analysis {
  const family = contentFamily(contentType)
  switch (family) {
    case 'json':
    case 'json-lines':
      return analyseJson(text, contentType, family === 'json' ? findJsonError : findJsonLinesError)
    case 'form':
      return { segments: cutAt(text, findMarkers(text), () => formText), warnings: [] }
    case 'xml':
      return { segments: cutXml(text), warnings: [] }
    case 'html':
      return { segments: cutAt(text, findMarkers(text), () => xmlText), warnings: [] }
    case 'text':
      return {
        segments: cutAt(text, findMarkers(text), () => plainText),
        warnings: unescapedJsonWarnings(text, contentType),
      }
  }
}

/** Strict JSON with markers in it, or, if it is none, a text whose values are escaped as in a JSON string. */
function analyseJson(text: string, contentType: string, findError: typeof findJsonError): Analysis {
  const { probe, encodings } = readJson(text)
  const errorAt = findError(probe)
  if (errorAt === undefined) {
    return {
      segments: cutAt(text, [...encodings.keys()], (spot) => encodings.get(spot) ?? jsonText),
      warnings: [],
    }
  }
  const warning =
    text.trim() === ''
      ? { message: 'The template is empty, and so is the body that is sent.' }
      : notJsonWarning(positionOf(text, errorAt, 1), contentType)
  return { segments: cutAt(text, findMarkers(text), () => looseJsonText), warnings: [warning] }
}

function notJsonWarning(position: TextPosition, contentType: string): TemplateWarning {
  const message =
    `${positionText(position)}: here the template stops being JSON, but it is sent as ${contentType || 'JSON'}. ` +
    'It is sent all the same, each value escaped as in a JSON string; a receiver that reads JSON strictly will refuse it. ' +
    'JSON wants double quotes around names and texts and no comma after the last member; ' +
    'if the body is not meant to be JSON, set a Content-Type header that says what it is.'
  return { message, position }
}

/**
 * Finds the markers of a JSON text, and how the value of each is written: inside a string, as the name of a member, or
 * as a value. `probe` is the text with each marker replaced by something that is valid in its place and nowhere else,
 * of the same length, so that an error in it is at the same offset.
 */
function readJson(text: string): { readonly probe: string; readonly encodings: ReadonlyMap<Spot, Encode> } {
  const encodings = new Map<Spot, Encode>()
  let probe = ''
  let probedTo = 0
  let inString = false
  for (const match of text.matchAll(new RegExp(`${MARKER_PATTERN}|"|\\\\[^]`, 'g'))) {
    if (match[0] === '"') inString = !inString
    if (match[1] === undefined) continue
    const spot = spotOf(match)
    encodings.set(spot, inString ? jsonText : bareEncoding(text, spot.end))
    probe +=
      text.slice(probedTo, spot.start) +
      (inString ? '-'.repeat(match[0].length) : '""'.padEnd(match[0].length))
    probedTo = spot.end
  }
  return { probe: probe + text.slice(probedTo), encodings }
}

/** In JSON a colon follows the names of members only, and those are never numbers. */
function bareEncoding(text: string, end: number): Encode {
  const colon = /[ \t\n\r]*:/y
  colon.lastIndex = end
  return colon.test(text) ? jsonString : jsonScalar
}

/** Where a rendered body is not what its Content-Type says; undefined: it is, or nobody looks into such bodies. */
export function findBodyFault(body: string, contentType: string): TextPosition | undefined {
  const family = contentFamily(contentType)
  if (family !== 'json' && family !== 'json-lines') return undefined
  const errorAt = family === 'json' ? findJsonError(body) : findJsonLinesError(body)
  return errorAt === undefined ? undefined : positionOf(body, errorAt, 1)
}

/** One JSON text per line; empty lines are allowed. */
function findJsonLinesError(text: string): number | undefined {
  let start = 0
  for (const line of text.split('\n')) {
    const errorAt = /^[ \t\r]*$/.test(line) ? undefined : findJsonError(line)
    if (errorAt !== undefined) return start + errorAt
    start += line.length + 1
  }
  return undefined
}

/** A JSON text under another Content-Type: the values go in as they are, and the first quote in one breaks it. */
function unescapedJsonWarnings(text: string, contentType: string): readonly TemplateWarning[] {
  const { probe, encodings } = readJson(text)
  if (encodings.size === 0 || !/^\s*[{[]/.test(text) || findJsonError(probe) !== undefined) return []
  const message =
    `The template is JSON, but it is sent as ${contentType}, so values are not escaped and a quote in one breaks it. ` +
    'Set the header Content-Type to application/json.'
  return [{ message }]
}

/**
 * In a CDATA section nothing can be escaped: it is closed before each value and opened again after it, which leaves the
 * meaning the same. In a comment two hyphens must not meet.
 */
function cutXml(text: string): Segments {
  const closed: string[] = []
  const inComment = new Set<number>()
  const isInTagAt = createTagReader(text)
  let place: 'markup' | 'comment' | 'cdata' = 'markup'
  let copiedTo = 0
  let spotCount = 0
  for (const match of text.matchAll(new RegExp(`${MARKER_PATTERN}|<!--|-->|<!\\[CDATA\\[|\\]\\]>`, 'g'))) {
    if (match[1] !== undefined) {
      if (place === 'comment') inComment.add(spotCount)
      if (place === 'cdata') {
        closed.push(text.slice(copiedTo, match.index), `]]>${match[0]}<![CDATA[`)
        copiedTo = match.index + match[0].length
      }
      const loose = place === 'markup' ? bracketBehind(text, spotOf(match)) : undefined
      if (loose !== undefined && !isInTagAt(match.index)) {
        closed.push(text.slice(copiedTo, loose), '&gt;')
        copiedTo = loose + 1
      }
      spotCount += 1
    } else if (place === 'markup' && match[0] === '<!--') place = 'comment'
    else if (place === 'markup' && match[0] === '<![CDATA[') place = 'cdata'
    else if (match[0] === (place === 'comment' ? '-->' : ']]>')) place = 'markup'
  }
  const rewritten = closed.join('') + text.slice(copiedTo)
  const spots = findMarkers(rewritten)
  const comments = new Set(spots.filter((_, index) => inComment.has(index)))
  return cutAt(rewritten, spots, (spot) => (comments.has(spot) ? xmlCommentText : xmlText))
}

/**
 * The place of a `>` behind a marker that a value could make the end of `]]>`, which must not stand in text (XML 1.0,
 * section 2.4): nothing but brackets is between them.
 */
function bracketBehind(text: string, { end }: Spot): number | undefined {
  const [brackets] = /^\]*>/.exec(text.slice(end, end + LOOSE_CHARS_MAX)) ?? []
  return brackets === undefined ? undefined : end + brackets.length - 1
}

/** Two brackets and the `>`: with more, the text is not well-formed as it stands. */
const LOOSE_CHARS_MAX = 3

/** Whether a place is within a tag, where a `>` closes it. Asked from left to right: each character is looked at once. */
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
