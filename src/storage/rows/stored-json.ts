/** What was stored as JSON; if it is damaged, what stands in its place: one row that cannot be read harms no other. */
export function readStored<Value>(text: string, standIn: Value): Value {
  try {
    return JSON.parse(text)
  } catch {
    return standIn
  }
}
