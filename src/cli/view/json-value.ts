import { isObject, type JsonObject } from '../../domain/json-object.ts'

/**
 * Reads the response of a service, which may be a little older or newer than this tool: a member that is missing or
 * of another type reads as empty instead of ending the command.
 */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? { ...value } : {}
}

/** Returns a list of objects; a typed list of another release may be no list. */
export function asObjects<Item extends object>(value: readonly Item[] | null | undefined): readonly Item[]
export function asObjects(value: unknown): readonly JsonObject[]
export function asObjects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(asObject) : []
}

/** Numbers and flags as they are written; null and missing as ''. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

export function asTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(asText) : []
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
