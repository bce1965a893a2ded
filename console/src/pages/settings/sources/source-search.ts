import { onlyGiven, textIn } from '../../../ui/list/list-search.ts'

interface SourceSearch {
  /** The guide's id; absent: the first. */
  readonly source?: string
}

/** Reads the search parameters; unknown values are ignored. */
export function asSourceSearch(search: Readonly<Record<string, unknown>>): SourceSearch {
  return onlyGiven<SourceSearch>({ source: textIn(search.source) })
}
