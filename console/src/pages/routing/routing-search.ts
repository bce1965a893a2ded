import { LIST_FILTERS } from '../../api/list-filters.ts'
import { onlyGiven, textIn, wordIn } from '../../ui/list/list-search.ts'

/** Initial values; absent: none. */
interface RoutingSearch {
  readonly severity?: 'low' | 'medium' | 'high'
  readonly name?: string
  readonly server?: string
  readonly database?: string
  readonly source?: string
  /** `team=dba, env=prod` */
  readonly labels?: string
}

/** Reads the search parameters; unknown values are ignored. */
export function asRoutingSearch(search: Readonly<Record<string, unknown>>): RoutingSearch {
  return onlyGiven<RoutingSearch>({
    severity: wordIn(search.severity, LIST_FILTERS['/v1/on-call'].state.words),
    name: textIn(search.name),
    server: textIn(search.server),
    database: textIn(search.database),
    source: textIn(search.source),
    labels: textIn(search.labels),
  })
}
