import { LIST_FILTERS } from '../../api/list-filters.ts'
import { idIn, instantIn, labelsIn, textIn, wordIn, wordsIn } from './search-values.ts'

type Lists = typeof LIST_FILTERS
type Filter = { readonly kind: string; readonly words?: readonly string[] }

type ValueOf<One> = One extends { readonly kind: 'word'; readonly words: readonly (infer Word)[] }
  ? Word
  : One extends { readonly kind: 'id' }
    ? number
    : One extends { readonly kind: 'flag' }
      ? boolean
      : One extends { readonly kind: 'labels' }
        ? string[]
        : string

/** The search parameters of a list; `Names`: the parameters that are named otherwise than in the API. */
export type SearchOf<Path extends keyof Lists, Names> = {
  readonly [Name in keyof Lists[Path] as Name extends keyof Names ? Names[Name] & string : Name]?: ValueOf<
    Lists[Path][Name]
  >
}

type QueryOf<Path extends keyof Lists> = { readonly [Name in keyof Lists[Path]]?: ValueOf<Lists[Path][Name]> }

/** The filters of a list as search parameters of its page. */
export function searchOfList<Path extends keyof Lists, const Names extends object>(path: Path, names: Names) {
  const filters = Object.entries<Filter>(LIST_FILTERS[path])
  const nameOf = (wire: string): string => (names as Readonly<Record<string, string>>)[wire] ?? wire
  const known = (pairs: readonly (readonly [string, unknown])[]) =>
    Object.fromEntries(pairs.filter(([, value]) => value !== undefined))
  return {
    /** Reads the filters; a value that is not understood is left out. */
    read: (search: Readonly<Record<string, unknown>>) =>
      // The kind of each filter says what it is read to.
      known(
        filters.map(([wire, filter]) => [nameOf(wire), valueIn(search[nameOf(wire)], filter)]),
      ) as SearchOf<Path, Names>,
    /** Returns the filters as the API takes them. */
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
    case 'labels':
      return labelsIn(value)
    case 'flag':
      return typeof value === 'boolean' ? value : undefined
    case 'from':
    case 'until':
      return instantIn(value)
    default:
      return textIn(value)
  }
}
