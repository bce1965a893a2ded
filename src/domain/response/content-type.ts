import type { RecordedResponse } from '../receiver/outcome.ts'
import type { ResponseCondition } from '../receiver/response-rule.ts'

/**
 * Returns the media types that a response states, in lower case and without parameters: one as a rule, the empty string
 * if it states none, several if its header stands more than once.
 */
export function contentTypesOf({ headers }: Pick<RecordedResponse, 'headers'>): readonly string[] {
  const stated = headers
    .filter(([name]) => name.toLowerCase() === 'content-type')
    .flatMap(([, value]) => value.split(','))
    .map((value) => value.split(';', 1)[0]!.trim().toLowerCase())
  return stated.length === 0 ? [''] : stated
}

const PAGE_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml'])
/** XHTML may begin with a declaration of XML. */
const PAGE_BEGINNING = /^\s{0,100}(?:<\?xml[^>]{0,100}>\s{0,100})?<(?:!doctype html|html)\b/i
const LOOKED_AT_CHARACTERS = 500

/** Tells whether the response is a page for a browser, such as a login or that of an expired domain. */
export function isWebPage(response: Pick<RecordedResponse, 'headers' | 'body'>): boolean {
  return (
    contentTypesOf(response).some((type) => PAGE_TYPES.has(type)) ||
    PAGE_BEGINNING.test(response.body.slice(0, LOOKED_AT_CHARACTERS).replace(/^\ufeff/, ''))
  )
}

/** Tells whether a condition refuses `text/html`, and so every page for a browser, whatever its type. */
export function wantsNoWebPage(condition: ResponseCondition): boolean {
  return (
    condition.kind === 'part' &&
    condition.part === 'content_type' &&
    condition.operator === 'not_equals' &&
    condition.value === 'text/html'
  )
}
