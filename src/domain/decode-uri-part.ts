/** Decodes percent signs; a text with one that begins no escape stays as it is. Never throws. */
export function decodeUriPart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
