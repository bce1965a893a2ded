import { isWrittenNumber } from './written-number.ts'

/** An object of foreign JSON, whose members are unknown. */
export type JsonObject = Readonly<Record<string, unknown>>

/** A number that is kept as it was written (written-number.ts) is no object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isWrittenNumber(value)
}
