import { ASKED_LABELS_MAX, type Pair } from '../alert/text-filter.ts'
import type { IdOf } from '../ids.ts'

/** A filter of a list: everything that API, storage, command line and console know of it. */
export type Filter = {
  /** Its name in the query of the API. */
  readonly wire: string
  /** Its description in the document of the API. */
  readonly about: string
  /** The column that has it; absent: no index serves it, and the entries are read. */
  readonly column?: string
  /** Its option of the command line; the help of words is the words. Absent: the command has one of its own. */
  readonly option?: { readonly flags: string; readonly help?: string }
  /** A page is searched for it entry by entry, so it can be short. */
  readonly isExamined?: true
} & (
  | { readonly kind: 'text' | 'flag' | 'pairs' | 'duration' }
  /** `from`: then or later; `until`: before then. */
  | { readonly kind: 'from' | 'until' }
  | { readonly kind: 'id'; readonly of: keyof IdOf }
  /** `words`: any of them. */
  | { readonly kind: 'word' | 'words'; readonly words: readonly string[] }
)

/** The filters of a list by their names in the code, in the order of the API. */
export type Filters = Readonly<Record<string, Filter>>

/** An index that serves a list on both engines; its next column is the id. */
export interface ListIndex<Name extends string = string> {
  readonly name: string
  /** The filters whose columns it has, in its order. What follows the first one may be words that are not given. */
  readonly filters: readonly Name[]
  /** It has only rows with these words in its first column. */
  readonly words?: readonly string[]
  /** The condition of a partial index, in the words that it is declared with: else no engine uses it. */
  readonly condition?: string
}

/** A list whose filters lie in columns of one table. The first index that fits serves it. */
export interface List {
  readonly table: string
  readonly filters: Filters
  readonly indexes: readonly ListIndex[]
}

export function defineList<const Given extends Filters>(list: {
  readonly table: string
  readonly filters: Given
  readonly indexes: readonly ListIndex<keyof Given & string>[]
}) {
  return list
}

export type ValueOf<One extends Filter> = One extends { readonly words: readonly (infer Word)[] }
  ? One['kind'] extends 'words'
    ? readonly Word[]
    : Word
  : One extends { readonly kind: 'id'; readonly of: infer Noun extends keyof IdOf }
    ? IdOf[Noun]
    : One['kind'] extends 'flag'
      ? boolean
      : One['kind'] extends 'pairs'
        ? readonly Pair[]
        : One['kind'] extends 'text'
          ? string
          : number

/** The values by which a list is asked. */
export type FilterOf<Given extends Filters> = { readonly [Name in keyof Given]?: ValueOf<Given[Name]> }

/** The values by which the store is asked: those of filters that have a column. */
export type StoredFilterOf<Given extends Filters> = {
  readonly [Name in keyof Given as Given[Name] extends { readonly column: string } ? Name : never]?: ValueOf<
    Given[Name]
  >
}

/** Filters of lists whose entries have texts and labels. */
export const TEXT_FILTERS = {
  server: {
    wire: 'server',
    kind: 'text',
    about: 'Only entries with this in the name of their server; case does not matter.',
    isExamined: true,
    option: { flags: '--server <text>', help: 'with this in the name of the server' },
  },
  search: {
    wire: 'search',
    kind: 'text',
    about:
      'Only entries with this in their name, server, object, database, key or a label; case does not matter.',
    isExamined: true,
    option: { flags: '--search <text>', help: 'with this in name, server, object, database, key or a label' },
  },
  labels: { ...pairFilter('label', 'entries'), isExamined: true },
} as const satisfies Filters

export function pairFilter<const Wire extends 'label' | 'tag'>(wire: Wire, entries: string) {
  return {
    wire,
    kind: 'pairs',
    about: `Only ${entries} with this ${wire}, as \`name=value\`; may stand up to ${ASKED_LABELS_MAX} times, and all must match.`,
    option: { flags: `--${wire} <name=value>`, help: `with this ${wire}; may stand several times` },
  } as const
}
