import type { ResponseCondition, ResponseValue } from '../domain/receiver/response-rule.ts'

/** Conditions of the presets' response rules. */

export function status(code: number): ResponseCondition {
  return { kind: 'part', part: 'status', operator: 'equals', value: String(code) }
}

/** Refuses pages for logging in and those of expired domains, also where they state another type or none. */
export const NO_WEB_PAGE: ResponseCondition = {
  kind: 'part',
  part: 'content_type',
  operator: 'not_equals',
  value: 'text/html',
}

/** The whole body is this text. */
export function body(text: string): ResponseCondition {
  return { kind: 'part', part: 'body', operator: 'equals', value: text }
}

export function member(name: string, equals: ResponseValue): ResponseCondition {
  return { kind: 'json', member: name, equals }
}

/** The JSON in the body has this member, with a text that is not empty. */
export function someText(name: string): ResponseCondition {
  return { kind: 'json_matches', member: name, pattern: '.+' }
}
