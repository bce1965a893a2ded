/**
 * Returns the text as PostgreSQL gives it back: without U+0000
 * (https://www.postgresql.org/docs/current/datatype-character.html) and lone surrogates, which UTF-8 cannot hold. For
 * texts that are searched for.
 */
export function storable(text: string): string {
  return withoutNul(text).toWellFormed()
}

/**
 * Makes a key of a text. Different texts stay different: a character that `storable` would replace by U+FFFD, and
 * U+FFFD itself, becomes its number, such as `<U+D83D>`.
 */
export function keyText(text: string): string {
  return text.replace(
    /[\0\ufffd]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    (unit) => {
      const code = unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
      return `<U+${code}>`
    },
  )
}

export function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text
}
