import { idIn, onlyGiven, wordIn } from '../../ui/list/list-search.ts'

/** The search parameters of the page of silences. */
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

/** The search parameters of the page of maintenance windows. */
export interface WindowSearch {
  /** The maintenance window that is highlighted. */
  readonly open?: number
}

/** Reads the search parameters; what is not understood is ignored. */
export function asWindowSearch(search: Readonly<Record<string, unknown>>): WindowSearch {
  return onlyGiven<WindowSearch>({ open: idIn(search.open) })
}
