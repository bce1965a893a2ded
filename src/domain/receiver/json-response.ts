import type { RecordedResponse } from './outcome.ts'

/** The body read as JSON; undefined if it is not, or if the end of it is missing. */
export function readJson({
  body,
  bodyTruncated,
}: Pick<RecordedResponse, 'body' | 'bodyTruncated'>): { readonly value: unknown } | undefined {
  if (bodyTruncated) return undefined
  try {
    // Some servers begin with a byte order mark, which JSON does not allow.
    return { value: JSON.parse(body.replace(/^\ufeff/, '')) }
  } catch {
    return undefined
  }
}

/** The member of that name (of an array: the entry with that number, or `length`); undefined if it does not exist. */
export function memberOf(json: unknown, name: string): unknown {
  if (typeof json !== 'object' || json === null) return undefined
  return Object.getOwnPropertyDescriptor(json, name)?.value
}
