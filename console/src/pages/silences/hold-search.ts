import { idIn, onlyGiven, wordIn } from '../../ui/list/list-search.ts'

export interface SilenceSearch {
  /** Absent: silences that have not ended. */
  readonly view?: 'ended'
  /** The highlighted silence. */
  readonly open?: number
}

/** Reads the search parameters; unknown values are ignored. */
export function asSilenceSearch(search: Readonly<Record<string, unknown>>): SilenceSearch {
  return onlyGiven<SilenceSearch>({ view: wordIn(search.view, ['ended']), open: idIn(search.open) })
}

export interface WindowSearch {
  /** The highlighted window. */
  readonly open?: number
}

/** Reads the search parameters; unknown values are ignored. */
export function asWindowSearch(search: Readonly<Record<string, unknown>>): WindowSearch {
  return onlyGiven<WindowSearch>({ open: idIn(search.open) })
}
