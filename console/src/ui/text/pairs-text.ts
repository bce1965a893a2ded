/**
 * Reads labels or tags: `team=dba`, separated by commas or lines; without an equals sign the value is empty.
 */
export function readPairs(text: string): Readonly<Record<string, string>> {
  const pairs = text
    .split(/[,\n]/)
    .map((part) => part.split('='))
    .map(
      ([name = '', ...value]) =>
        [
          name.trim(),
          value
            .join('=')
            .trim()
            .replace(/^"(.*)"$/, '$1'),
        ] as const,
    )
  return Object.fromEntries(pairs.filter(([name]) => name !== ''))
}

/** Returns pairs as `readPairs` reads them. */
export function writePairs(pairs: Readonly<Record<string, string>> | null | undefined): string {
  return Object.entries(pairs ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join(', ')
}
