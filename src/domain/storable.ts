/**
 * The text as PostgreSQL gives it back: without U+0000
 * (https://www.postgresql.org/docs/current/datatype-character.html) and without halves of characters, which UTF-8
 * cannot hold. For texts by which something is found again.
 */
export function storable(text: string): string {
  return withoutNul(text).toWellFormed()
}

export function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text
}
