/**
 * Readers of search parameters, which somebody may have typed or which come from an old link: what is not understood
 * is left out.
 */

/** A text of 1 to 500 characters. The router takes `name=12` for a number. */
export function textIn(value: unknown): string | undefined {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  if (typeof text !== 'string') return undefined
  const trimmed = text.trim()
  return trimmed === '' ? undefined : trimmed.slice(0, 500)
}

/** An id of ours. */
export function idIn(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined
}

export function wordIn<const Word extends string>(value: unknown, words: readonly Word[]): Word | undefined {
  return words.find((word) => word === value)
}

/** Several words with commas between them, each once and in the order of `words`; undefined: none that is known. */
export function wordsIn(value: unknown, words: readonly string[]): string | undefined {
  const given = Array.isArray(value) ? value.map(String) : (textIn(value)?.split(',') ?? [])
  const known = words.filter((word) => given.includes(word))
  return known.length === 0 ? undefined : known.join(',')
}

/** Labels as `name=value`, at most ten; undefined: none. */
export function labelsIn(value: unknown): readonly string[] | undefined {
  const given = Array.isArray(value) ? value : [value]
  const labels = given.map(textIn).filter((text) => text !== undefined && /^[^=]+=/.test(text))
  return labels.length === 0 ? undefined : [...new Set(labels as string[])].slice(0, 10)
}

/** A moment, as RFC 3339 in UTC. */
export function instantIn(value: unknown): string | undefined {
  const text = textIn(value)
  const at = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

/** Without the members that are undefined, which would stand in the address as such. */
export function onlyGiven<Search extends object>(search: {
  readonly [Name in keyof Search]: Search[Name] | undefined
}): Search {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Search
}
