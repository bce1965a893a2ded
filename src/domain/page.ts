/**
 * Limits the stored characters of the entries of a page: a page ends there, whatever its limit, though never before
 * its first entry. It is far more than 500 usual entries have, and as much as many readers at once may hold each.
 */
export const PAGE_CHARACTERS_MAX = 1_000_000

/** The page of a list that is asked for: of a list that is newest first, what has an id below `before`. */
export interface PageRequest {
  readonly before?: number
  readonly limit: number
  /** Ends the page as well: see `Page`. Left out only where entries are few, or small by nature. */
  readonly charactersMax?: number
}

/** The beginning of a list. */
export type Page<Item> = readonly Item[] & {
  /** Set: it ended before its limit, by its size; more follow. */
  readonly isCut?: true
}

export function cut<Item>(items: readonly Item[]): Page<Item> {
  return Object.assign([...items], { isCut: true } as const)
}

/** Maps the items of a page; a cut page stays cut. */
export function mapPage<Item, Mapped>(page: Page<Item>, map: (item: Item) => Mapped): Page<Mapped> {
  const mapped = page.map((item) => map(item))
  return page.isCut ? cut(mapped) : mapped
}

/** Maps the items and drops those that become undefined; if the page of `limit` was full, more may follow. */
export function pickPage<Item, Mapped>(
  page: Page<Item>,
  limit: number,
  map: (item: Item) => Mapped | undefined,
): Page<Mapped> {
  const mapped = page.map((item) => map(item)).filter((item) => item !== undefined)
  return page.isCut || (mapped.length < page.length && page.length >= limit) ? cut(mapped) : mapped
}

/** Returns the items up to the first by which they exceed `charactersMax` together. */
export function cutBySize<Item>(
  items: Iterable<Item>,
  charactersMax: number | undefined,
  countCharacters: (item: Item) => number,
): Page<Item> {
  if (charactersMax === undefined) return [...items]
  const kept: Item[] = []
  let count = 0
  for (const item of items) {
    if (count >= charactersMax) return cut(kept)
    kept.push(item)
    count += countCharacters(item)
  }
  return kept
}

/** Counts the characters of all texts in it, however deep they lie, and of the names of its members. */
export function countCharacters(value: object): number {
  let count = 0
  const open: object[] = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    // Asked for each report: entries would be a list for each member.
    for (const name of Object.keys(next)) {
      const member = (next as Readonly<Record<string, unknown>>)[name]
      count += name.length
      if (typeof member === 'string') count += member.length
      else if (typeof member === 'object' && member !== null) open.push(member)
    }
  }
  return count
}
