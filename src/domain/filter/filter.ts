import { ASKED_LABELS_MAX, type Pair } from '../alert/text-filter.ts'
import type { IdOf } from '../ids.ts'

/** A filter of a list, for API, storage, command line and console. */
export type Filter = {
  readonly wire: string
  readonly about: string
  /** Absent: no index serves it, so entries are read. */
  readonly column?: string
  /**
   * The option of the command line; without `help`, its words are the help. Absent: the command defines its
   * own.
   */
  readonly option?: { readonly flags: string; readonly help?: string }
  /** Entries are examined one by one, so a page can be short. */
  readonly isExamined?: true
} & (
  | { readonly kind: 'text' | 'flag' | 'pairs' | 'duration' }
  /** `from`: then or later; `until`: before then. */
  | { readonly kind: 'from' | 'until' }
  | { readonly kind: 'id'; readonly of: keyof IdOf }
  /** `words`: any of them. */
  | { readonly kind: 'word' | 'words'; readonly words: readonly string[] }
)

/** Filters by their names in the code, in the order of the API. */
export type Filters = Readonly<Record<string, Filter>>

/** An index of both engines; its next column is the id. */
export interface ListIndex<Name extends string = string> {
  readonly name: string
  /** Filters with a column in it, in its order. Words after the first may be missing in a query. */
  readonly filters: readonly Name[]
  /** It has only rows with these words in its first column. */
  readonly words?: readonly string[]
  /** The condition of a partial index, exactly as declared: else no engine uses it. */
  readonly condition?: string
}

/** A list with columns for its filters; the first index that fits serves it. */
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

export type FilterOf<Given extends Filters> = { readonly [Name in keyof Given]?: ValueOf<Given[Name]> }

/** The values of filters with a column. */
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
