import { findJsonError } from './json-syntax.ts'

/**
 * Writes a value into one kind of text. Takes any string, lone surrogates and control characters included, returns
 * well-formed Unicode, and never throws.
 */
export type Encode = (value: string) => string

/** The meaning of a media type for escaping. */
export type ContentFamily = 'json' | 'json-lines' | 'form' | 'xml' | 'html' | 'text'

/** The families explained to writers of templates. */
export const CONTENT_FAMILIES: Readonly<Record<ContentFamily, string>> = {
  json: 'In a JSON string a value is escaped; bare, it is a number if it looks like one, else a string with quotes of its own.',
  'json-lines': 'As json, each line by itself.',
  form: 'Values are percent-encoded, a blank becomes +; the & and = between them are yours.',
  xml: 'Values are escaped for text and quoted attributes; in CDATA sections and comments they are safe as well.',
  html: 'Values are escaped for text and quoted attributes.',
  text: 'Values go in as they are.',
}

/** Ignores parameters and case. No type at all counts as JSON. */
export function contentFamily(contentType: string): ContentFamily {
  const type = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()
  if (type === '' || type === 'application/json' || type === 'text/json' || type.endsWith('+json'))
    return 'json'
  if (/^application\/(?:x-)?(?:ndjson|jsonl|jsonlines)$/.test(type)) return 'json-lines'
  if (type === 'application/x-www-form-urlencoded') return 'form'
  if (type === 'application/xml' || type === 'text/xml' || type.endsWith('+xml')) return 'xml'
  return type === 'text/html' ? 'html' : 'text'
}

/** Replaces only lone surrogates by U+FFFD, as every encoder does: they have no UTF-8 form. */
export const plainText: Encode = (value) => value.toWellFormed()

// With the flag `u`, the category Cs is the lone surrogates only.
const JSON_SPECIAL = /["\\\p{Cc}\p{Cs}]/u

/** Encodes for a text between double quotes (RFC 8259, section 7). */
export const jsonText: Encode = (value) =>
  JSON_SPECIAL.test(value) ? JSON.stringify(value.toWellFormed()).slice(1, -1) : value

/** A whole JSON string. */
export const jsonString: Encode = (value) => `"${jsonText(value)}"`

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/**
 * A number (RFC 8259, section 6), digit for digit, if a double can hold it (`1e999` would be refused or read as
 * infinity); else a string.
 */
export const jsonScalar: Encode = (value) =>
  JSON_NUMBER.test(value) && Number.isFinite(Number(value)) ? value : jsonString(value)

/** Keeps a whole JSON value; one that a filter or a limit has damaged is written as an empty object. */
export const jsonValue: Encode = (value) => (findJsonError(value) === undefined ? value.toWellFormed() : '{}')

/**
 * Encodes for a text that is nearly JSON, where single quotes may end a string. `\u0027` means the same in JSON, JSON5,
 * JavaScript and Python.
 */
export const looseJsonText: Encode = (value) =>
  value.includes("'") ? jsonText(value).replaceAll("'", String.raw`\u0027`) : jsonText(value)

/** Encodes one value of a form (the WHATWG URL standard, application/x-www-form-urlencoded serializing). */
export const formText: Encode = (value) =>
  encodeURIComponent(value.toWellFormed()).replace(/%20|[!'()~]/g, (part) => FORM_PARTS[part] ?? part)

const FORM_PARTS: Readonly<Record<string, string>> = {
  '%20': '+',
  '!': '%21',
  "'": '%27',
  '(': '%28',
  ')': '%29',
  '~': '%7E',
}

const XML_SPECIAL = /[&<>"'\p{Cc}\p{Cs}\ufffe\uffff]/u
// Forbidden in XML 1.0 (section 2.2), even as a reference.
const XML_FORBIDDEN = /(?![\t\n\r\u007f-\u009f])\p{Cc}|[\ufffe\uffff]/gu
const XML_PARTS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // A parser changes a bare carriage return into a line feed (section 2.11).
  '\r': '&#13;',
}

/** Encodes for text and quoted attributes; drops what XML 1.0 forbids. */
export const xmlText: Encode = (value) =>
  XML_SPECIAL.test(value)
    ? value
        .toWellFormed()
        .replace(XML_FORBIDDEN, '')
        .replace(/[&<>"'\r]/g, (char) => XML_PARTS[char] ?? '')
    : value

/** Encodes for a comment, where two hyphens must not meet (section 2.5) and references mean nothing. */
export const xmlCommentText: Encode = (value) => xmlText(value).replaceAll('-', '&#45;')

/** Encodes for the query of a URL. */
export const urlText: Encode = (value) => encodeURIComponent(value.toWellFormed())

/**
 * Encodes for the path of a URL. A segment `.` or `..` would move the path, even percent-encoded (the WHATWG URL
 * standard); encoded twice, it does not.
 */
export const urlPathText: Encode = (value) =>
  value === '.' || value === '..' ? value.replaceAll('.', '%252E') : urlText(value)

const VISIBLE_ASCII = /^[\u0020-\u007e]*$/

/** Encodes for a header value: drops control characters, and writes each UTF-8 byte as one character up to U+00FF. */
export const headerText: Encode = (value) =>
  VISIBLE_ASCII.test(value)
    ? value
    : Buffer.from(value.toWellFormed().replace(/\p{Cc}/gu, ''), 'utf8').toString('latin1')

/** Decodes what `headerText` wrote. */
export function readableHeader(value: string): string {
  return VISIBLE_ASCII.test(value) ? value : Buffer.from(value, 'latin1').toString('utf8')
}
