/**
 * A number of a JSON text that JavaScript would write in another way, such as an id of 19 digits or `0.10`: kept as it was
 * written. `JSON.stringify` writes it so (https://tc39.es/proposal-json-parse-with-source/).
 */
export interface WrittenNumber {
  readonly rawJSON: string
}

// The compiler's library does not have them yet.
const json = JSON as typeof JSON & {
  rawJSON(text: string): WrittenNumber
  isRawJSON(value: unknown): value is WrittenNumber
}

/** `text` must be a number as JSON has it. */
export function writtenNumber(text: string): WrittenNumber {
  return json.rawJSON(text)
}

export function isWrittenNumber(value: unknown): value is WrittenNumber {
  return json.isRawJSON(value)
}

/** A number of either kind as JavaScript has it; undefined: it is none. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  return isWrittenNumber(value) ? Number(value.rawJSON) : undefined
}
