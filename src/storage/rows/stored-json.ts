/** Reads stored JSON, or returns the stand-in if it is damaged: an unreadable row harms no other. */
export function readStored<Value>(text: string, standIn: Value): Value {
  try {
    return JSON.parse(text)
  } catch {
    return standIn
  }
}
