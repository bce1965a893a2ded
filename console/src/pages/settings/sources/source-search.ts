import { onlyGiven, textIn } from '../../../ui/list/list-search.ts'

/** The search parameters of the page. */
interface SourceSearch {
  /** Whose instructions are shown, by the id of the guide; absent: the first. */
  readonly source?: string
}

/** Reads the search parameters; what is not understood is ignored. */
export function asSourceSearch(search: Readonly<Record<string, unknown>>): SourceSearch {
  return onlyGiven<SourceSearch>({ source: textIn(search.source) })
}
