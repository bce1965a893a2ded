/** The id in an address; null: no id. */
export function parseId(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}
