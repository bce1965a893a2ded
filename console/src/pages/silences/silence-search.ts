import { idIn, onlyGiven, wordIn } from '../../ui/list/search-values.ts'

/** The search parameters of the page. */
export interface SilenceSearch {
  /** Absent: silences that have not ended. */
  readonly view?: 'ended'
  /** The silence that is highlighted. */
  readonly open?: number
}

/** Reads the search parameters; what is not understood is ignored. */
export function asSilenceSearch(search: Readonly<Record<string, unknown>>): SilenceSearch {
  return onlyGiven<SilenceSearch>({ view: wordIn(search.view, ['ended']), open: idIn(search.open) })
}
