import { onlyGiven, textIn } from '../../../ui/list/search-values.ts'

/** What the address of the page holds. */
export interface SourceSearch {
  /** Whose instructions are shown, by the id of the guide; absent: the first. */
  readonly source?: string
}

/** Whatever stands in the address; what is not understood is passed over. */
export function asSourceSearch(search: Readonly<Record<string, unknown>>): SourceSearch {
  return onlyGiven<SourceSearch>({ source: textIn(search.source) })
}
