export type JsonObject = Readonly<Record<string, unknown>>

/** Returns false for a `WrittenNumber`. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isWrittenNumber(value)
}

/**
 * A number as JSON text where JavaScript would change it, such as an id of 19 digits or `0.10`. `JSON.stringify` writes
 * it unchanged (https://tc39.es/proposal-json-parse-with-source/).
 */
export interface WrittenNumber {
  readonly rawJSON: string
}

// TypeScript does not declare these two yet.
const json = JSON as typeof JSON & {
  rawJSON(text: string): WrittenNumber
  isRawJSON(value: unknown): value is WrittenNumber
}

/** Expects a JSON number. */
export function writtenNumber(text: string): WrittenNumber {
  return json.rawJSON(text)
}

export function isWrittenNumber(value: unknown): value is WrittenNumber {
  return json.isRawJSON(value)
}

/** Converts a number of either kind; undefined: no number. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  return isWrittenNumber(value) ? Number(value.rawJSON) : undefined
}
