import { LIST_FILTERS } from '../../api/list-filters.ts'
import { idIn, labelsIn, onlyGiven, textIn, wordIn, wordsIn } from '../../ui/list/search-values.ts'

/** The states that an alert has while it is active, worst first. */
export const ACTIVE_STATES = LIST_FILTERS['/v1/on-call'].state.words

export type ActiveState = (typeof ACTIVE_STATES)[number]

/** The search parameters of the page. */
export interface AlertSearch {
  /**
   * Absent: those that are active; `stale`: those of them that no monitor has reported for long; `longest`: the oldest
   * of them first.
   */
  readonly view?: 'past' | 'stale' | 'longest'
  /** Only in these states, with commas between them; of active ones. */
  readonly state?: string
  readonly source?: string
  readonly name?: string
  /** Part of the name of the server. */
  readonly server?: string
  /** Part of any text of the alert. */
  readonly search?: string
  /** A label as `name=value`. */
  readonly label?: string
  /** The alert whose story is open. */
  readonly open?: number
  /** The event of it that is unfolded; absent: the newest. */
  readonly event?: number
}

/** Reads the search parameters; what is not understood is ignored. */
export function asAlertSearch(search: Readonly<Record<string, unknown>>): AlertSearch {
  const view =
    wordIn(search.view, ['past', 'stale', 'longest']) ?? (search.state === 'cleared' ? 'past' : undefined)
  return onlyGiven<AlertSearch>({
    view,
    state: view !== 'past' ? wordsIn(search.state, ACTIVE_STATES) : undefined,
    source: textIn(search.source),
    name: textIn(search.name),
    server: textIn(search.server),
    search: textIn(search.search),
    label: labelsIn(search.label)?.[0],
    open: idIn(search.open),
    event: idIn(search.event),
  })
}

/** The states to ask the API for. */
export function statesOf({ view, state }: AlertSearch): (ActiveState | 'cleared')[] {
  if (view === 'past') return ['cleared']
  const chosen = state?.split(',')
  return ACTIVE_STATES.filter((known) => chosen === undefined || chosen.includes(known))
}

/** Tells whether a filter narrows the list beyond active and cleared. */
export function isNarrowed({ state, source, name, server, search, label }: AlertSearch): boolean {
  return [state, source, name, server, search, label].some((value) => value !== undefined)
}
