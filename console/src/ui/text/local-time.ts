/** An instant as `<input type="datetime-local">` wants it, in the reader's zone: `2026-11-21T10:15`. */
export function toLocalInput(at: string | undefined): string {
  if (at === undefined) return ''
  const date = new Date(at)
  // Its own writing is in UTC: the clock is moved by the zone, so that it says what the clock on the wall does.
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The instant that such a field means; undefined if it is empty or not filled in whole. */
export function fromLocalInput(text: string): string | undefined {
  // Without a zone it is taken as the reader's.
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
