/** Reads labels as people write them: `team=dba`, separated by commas or lines. */
export function readLabels(text: string): Readonly<Record<string, string>> {
  const pairs = text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part.includes('='))
    .map((part) => {
      const at = part.indexOf('=')
      return [
        part.slice(0, at).trim(),
        part
          .slice(at + 1)
          .trim()
          .replace(/^"(.*)"$/, '$1'),
      ] as const
    })
  return Object.fromEntries(pairs.filter(([name]) => name !== ''))
}
