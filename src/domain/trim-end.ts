/**
 * The text without this character at its end. `/x+$/` would do the same, but tries each run of it from each of its
 * characters.
 */
export function trimEndOf(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end -= 1
  return text.slice(0, end)
}
