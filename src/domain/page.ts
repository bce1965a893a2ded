/**
 * Stored characters of the entries of a page, which ends there after at least one entry: far more than 500 usual
 * entries have, and little enough for many readers at once.
 */
export const PAGE_CHARACTERS_MAX = 1_000_000

/** A request for a page, newest first: the entries with ids below `before`. */
export interface PageRequest {
  readonly before?: number
  readonly limit: number
  /** Ends the page as well: see `Page`. Absent where entries are few or small. */
  readonly charactersMax?: number
}

export type Page<Item> = readonly Item[] & {
  /** It ended by its size, before its limit; more follow. */
  readonly isCut?: true
}

export function cut<Item>(items: readonly Item[]): Page<Item> {
  return Object.assign([...items], { isCut: true } as const)
}

/** Maps the items; a cut page stays cut. */
export function mapPage<Item, Mapped>(page: Page<Item>, map: (item: Item) => Mapped): Page<Mapped> {
  const mapped = page.map((item) => map(item))
  return page.isCut ? cut(mapped) : mapped
}

/** Maps the items and drops those that become undefined; if the page was full, more may follow. */
export function pickPage<Item, Mapped>(
  page: Page<Item>,
  limit: number,
  map: (item: Item) => Mapped | undefined,
): Page<Mapped> {
  const mapped = page.map((item) => map(item)).filter((item) => item !== undefined)
  return page.isCut || (mapped.length < page.length && page.length >= limit) ? cut(mapped) : mapped
}

/** Ends after the item that exceeds `charactersMax`. */
export function cutBySize<Item extends object>(
  items: Iterable<Item>,
  charactersMax: number | undefined,
  charactersOf: (item: Item) => number = countCharacters,
): Page<Item> {
  if (charactersMax === undefined) return [...items]
  const kept: Item[] = []
  let count = 0
  for (const item of items) {
    if (count >= charactersMax) return cut(kept)
    kept.push(item)
    count += charactersOf(item)
  }
  return kept
}

/** Counts the characters of all texts and names of members, at any depth. */
export function countCharacters(value: object): number {
  let count = 0
  const open: object[] = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    // Called for each report: `Object.entries` would build a list per member.
    for (const name of Object.keys(next)) {
      const member = (next as Readonly<Record<string, unknown>>)[name]
      count += name.length
      if (typeof member === 'string') count += member.length
      else if (typeof member === 'object' && member !== null) open.push(member)
    }
  }
  return count
}
