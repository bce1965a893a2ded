import { searchOfList, type SearchOf } from '../../../ui/list/list-search.ts'
import { idIn, onlyGiven, wordIn } from '../../../ui/list/search-values.ts'
import { ACTIONS } from './audit-words.ts'

const NAMES = { object_type: 'object', object_id: 'id' } as const

const FILTERS = searchOfList('/v1/audit', NAMES)

/** The search parameters of the page. */
export interface AuditSearch extends SearchOf<'/v1/audit', typeof NAMES> {
  /** The entry that is unfolded. */
  readonly open?: number
}

/** Reads the search parameters; what is not understood is ignored. */
export function asAuditSearch(search: Readonly<Record<string, unknown>>): AuditSearch {
  const { id, ...filters } = FILTERS.read(search)
  return onlyGiven<AuditSearch>({
    ...filters,
    action: wordIn(search.action, Object.keys(ACTIONS)),
    // Ids are counted by kind.
    id: filters.object === undefined ? undefined : id,
    open: idIn(search.open),
  })
}

/** Returns the filter as the API takes it. */
export function queryOf(search: AuditSearch) {
  const { action, ...query } = FILTERS.query(search)
  return { ...query, ...(action !== undefined && { action: [action] }) }
}

/** Tells whether a filter narrows the list. */
export const isNarrowed = FILTERS.narrows
