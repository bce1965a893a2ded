import type { RecordedResponse } from './outcome.ts'

/** Returns undefined if the body is no JSON, or if its end is missing. */
export function readJson({
  body,
  bodyTruncated,
}: Pick<RecordedResponse, 'body' | 'bodyTruncated'>): { readonly value: unknown } | undefined {
  if (bodyTruncated) return undefined
  try {
    // Some servers begin with a byte order mark, which JSON forbids.
    return { value: JSON.parse(body.replace(/^\ufeff/, '')) }
  } catch {
    return undefined
  }
}

/** Returns the member of that name; of an array an entry by its number, or `length`. */
export function memberOf(json: unknown, name: string): unknown {
  if (typeof json !== 'object' || json === null) return undefined
  return Object.getOwnPropertyDescriptor(json, name)?.value
}

/**
 * Returns the media types in lower case, without parameters: the empty string if there is no header, several if it is
 * repeated.
 */
export function contentTypesOf({ headers }: Pick<RecordedResponse, 'headers'>): readonly string[] {
  const stated = headers
    .filter(([name]) => name.toLowerCase() === 'content-type')
    .flatMap(([, value]) => value.split(','))
    .map((value) => value.split(';', 1)[0]!.trim().toLowerCase())
  return stated.length === 0 ? [''] : stated
}

const PAGE_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml'])

/** XHTML may begin with an XML declaration. */
const PAGE_BEGINNING = /^\s{0,100}(?:<\?xml[^>]{0,100}>\s{0,100})?<(?:!doctype html|html)\b/i

const BEGINNING_CHARACTERS = 500

/** Tells whether the response is a page for a browser, such as a login or an expired domain's. */
export function isWebPage(response: Pick<RecordedResponse, 'headers' | 'body'>): boolean {
  return (
    contentTypesOf(response).some((type) => PAGE_TYPES.has(type)) ||
    PAGE_BEGINNING.test(response.body.slice(0, BEGINNING_CHARACTERS).replace(/^\ufeff/, ''))
  )
}

/** Limits the shown part of a receiver's message; all of it is kept with the attempt. */
const WORDS_CHARACTERS_MAX = 150

/**
 * Members with an error message: Telegram `description`; Slack and Rocket.Chat `error`; WeCom and DingTalk `errmsg`;
 * Feishu `msg`; many others `message`, alone or inside `error`. The first text counts.
 */
const WORD_MEMBERS = ['description', 'error', 'message', 'errmsg', 'msg', 'detail', 'reason'] as const

/** Returns the receiver's error message, on one line and cut; empty if there is no such text. */
export function receiverWords(response: RecordedResponse): string {
  const json = readJson(response)
  if (json === undefined) return cutWords(response.body)
  if (typeof json.value === 'string') return cutWords(json.value)
  return cutWords(textIn(json.value) ?? textIn(memberOf(json.value, 'error')) ?? '')
}

function textIn(json: unknown): string | undefined {
  for (const name of WORD_MEMBERS) {
    const value = memberOf(json, name)
    if (typeof value === 'string' && value.trim() !== '') return value
  }
  return undefined
}

/** Cuts a text to one line, without characters that control a terminal or change the reading direction. */
export function cutWords(text: string): string {
  // Cut roughly first, so that a large body costs nothing; half a character at the cut becomes U+FFFD below.
  const clean = text
    .slice(0, 4 * WORDS_CHARACTERS_MAX)
    .toWellFormed()
    .replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
  const characters = [...clean]
  if (characters.length <= WORDS_CHARACTERS_MAX) return clean
  return `${characters.slice(0, WORDS_CHARACTERS_MAX - 1).join('')}…`
}

/** Statuses that pass by themselves. */
const PASSING = /^(?:408|425|429|5\d\d)$/
/** Members with the status that the response should have had: Telegram `error_code`, Google `error.code`. */
const CODE_MEMBERS = ['error_code', 'code', 'status', 'statusCode', 'status_code'] as const

/**
 * Tells whether a failure inside a 2xx passes by itself: the status of an overload (as a code in JSON, or in words as
 * the Teams connectors write it), or Slack's `rate_limited`.
 */
export function saysItPasses(response: RecordedResponse): boolean {
  const json = readJson(response)
  if (json === undefined) return /\bHTTP (?:error|status) (?:408|425|429|5\d\d)\b/i.test(response.body)
  const error = memberOf(json.value, 'error')
  if (typeof error === 'string' && /^rate_?limited$/i.test(error)) return true
  return [json.value, error].some((object) =>
    CODE_MEMBERS.some((name) => {
      const code = memberOf(object, name)
      return (typeof code === 'number' || typeof code === 'string') && PASSING.test(String(code))
    }),
  )
}
