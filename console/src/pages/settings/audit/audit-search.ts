import { idIn, instantIn, onlyGiven, textIn, wordIn } from '../../../ui/list/search-values.ts'
import { ACTIONS, OBJECTS } from './audit-words.ts'

/** The search parameters of the page. */
export interface AuditSearch {
  readonly action?: string
  /** The kind of thing that it was done to. */
  readonly object?: string
  /** Which one; only beside `object`. */
  readonly id?: number
  /** The name of the actor. */
  readonly actor?: string
  /** RFC 3339 in UTC. */
  readonly from?: string
  readonly until?: string
  /** The entry that is unfolded. */
  readonly open?: number
}

/** Reads the search parameters; what is not understood is ignored. */
export function asAuditSearch(search: Readonly<Record<string, unknown>>): AuditSearch {
  const object = wordIn(search.object, Object.keys(OBJECTS))
  return onlyGiven<AuditSearch>({
    action: wordIn(search.action, Object.keys(ACTIONS)),
    object,
    id: object === undefined ? undefined : idIn(search.id),
    actor: textIn(search.actor),
    from: instantIn(search.from),
    until: instantIn(search.until),
    open: idIn(search.open),
  })
}

/** Returns the filter as the API takes it. */
export function queryOf({ action, object, id, actor, from, until }: AuditSearch) {
  return {
    ...(action !== undefined && { action: [action] }),
    ...(object !== undefined && { object_type: object }),
    ...(id !== undefined && { object_id: id }),
    ...(actor !== undefined && { actor }),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
  }
}

/** Tells whether a filter narrows the list. */
export function isNarrowed(search: AuditSearch): boolean {
  return Object.keys(queryOf(search)).length > 0
}
