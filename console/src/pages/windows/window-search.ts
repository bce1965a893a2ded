import { idIn, onlyGiven } from '../../ui/list/search-values.ts'

/** The search parameters of the page. */
export interface WindowSearch {
  /** The maintenance window that is highlighted. */
  readonly open?: number
}

/** Reads the search parameters; what is not understood is ignored. */
export function asWindowSearch(search: Readonly<Record<string, unknown>>): WindowSearch {
  return onlyGiven<WindowSearch>({ open: idIn(search.open) })
}
