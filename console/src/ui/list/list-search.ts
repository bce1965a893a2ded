import { LIST_FILTERS } from '../../api/list-filters.ts'

type Lists = typeof LIST_FILTERS
type Filter = { readonly kind: string; readonly words?: readonly string[] }

type ValueOf<One> = One extends { readonly kind: 'word'; readonly words: readonly (infer Word)[] }
  ? Word
  : One extends { readonly kind: 'id' }
    ? number
    : One extends { readonly kind: 'flag' }
      ? boolean
      : One extends { readonly kind: 'pairs' }
        ? string[]
        : string

/** A list's search parameters; `Names`: those named differently from the API. */
export type SearchOf<Path extends keyof Lists, Names> = {
  readonly [Name in keyof Lists[Path] as Name extends keyof Names ? Names[Name] & string : Name]?: ValueOf<
    Lists[Path][Name]
  >
}

type QueryOf<Path extends keyof Lists> = { readonly [Name in keyof Lists[Path]]?: ValueOf<Lists[Path][Name]> }

/** Returns a list's filters as its page's search parameters. */
export function searchOfList<Path extends keyof Lists, const Names extends object>(path: Path, names: Names) {
  const filters = Object.entries<Filter>(LIST_FILTERS[path])
  const nameOf = (wire: string): string => (names as Readonly<Record<string, string>>)[wire] ?? wire
  const known = (pairs: readonly (readonly [string, unknown])[]) =>
    Object.fromEntries(pairs.filter(([, value]) => value !== undefined))
  return {
    /** Reads the filters; unknown values are left out. */
    read: (search: Readonly<Record<string, unknown>>) =>
      // Each filter's kind determines its type.
      known(
        filters.map(([wire, filter]) => [nameOf(wire), valueIn(search[nameOf(wire)], filter)]),
      ) as SearchOf<Path, Names>,
    /** Returns the filters for the API. */
    query: (search: object) =>
      known(
        filters.map(([wire]) => [wire, (search as Readonly<Record<string, unknown>>)[nameOf(wire)]]),
      ) as QueryOf<Path>,
    /** Tells whether a filter narrows the list. */
    narrows: (search: object) =>
      filters.some(([wire]) => (search as Readonly<Record<string, unknown>>)[nameOf(wire)] !== undefined),
  }
}

function valueIn(value: unknown, { kind, words = [] }: Filter): unknown {
  switch (kind) {
    case 'id':
      return idIn(value)
    case 'word':
      return wordIn(value, words)
    case 'words':
      return wordsIn(value, words)
    case 'pairs':
      return pairsIn(value)
    case 'flag':
      return typeof value === 'boolean' ? value : undefined
    case 'from':
    case 'until':
      return instantIn(value)
    default:
      return textIn(value)
  }
}

/** Readers of search parameters, typed or from an old link: unknown values are left out. */

/** A text of 1 to 500 characters. The router takes `name=12` for a number. */
export function textIn(value: unknown): string | undefined {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  if (typeof text !== 'string') return undefined
  const trimmed = text.trim()
  return trimmed === '' ? undefined : trimmed.slice(0, 500)
}

export function idIn(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined
}

export function wordIn<const Word extends string>(value: unknown, words: readonly Word[]): Word | undefined {
  return words.find((word) => word === value)
}

/** Words separated by commas, each once and in the order of `words`; undefined: none is known. */
export function wordsIn(value: unknown, words: readonly string[]): string | undefined {
  const given = Array.isArray(value) ? value.map(String) : (textIn(value)?.split(',') ?? [])
  const known = words.filter((word) => given.includes(word))
  return known.length === 0 ? undefined : known.join(',')
}

/** Up to ten pairs `name=value`; undefined: none. */
export function pairsIn(value: unknown): readonly string[] | undefined {
  const given = Array.isArray(value) ? value : [value]
  const pairs = given.map(textIn).filter((text) => text !== undefined && /^[^=]+=/.test(text))
  return pairs.length === 0 ? undefined : [...new Set(pairs as string[])].slice(0, 10)
}

/** RFC 3339 in UTC. */
export function instantIn(value: unknown): string | undefined {
  const text = textIn(value)
  const at = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

/** Removes undefined members, which would appear in the address. */
export function onlyGiven<Search extends object>(search: {
  readonly [Name in keyof Search]: Search[Name] | undefined
}): Search {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Search
}
