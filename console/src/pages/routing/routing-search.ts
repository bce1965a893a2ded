import { onlyGiven, textIn, wordIn } from '../../ui/list/search-values.ts'

/** The values that the page begins with; absent: none. */
export interface RoutingSearch {
  readonly severity?: 'low' | 'medium' | 'high'
  readonly name?: string
  readonly server?: string
  readonly database?: string
  readonly source?: string
  /** Labels as people write them: `team=dba, env=prod`. */
  readonly labels?: string
}

/** Reads the search parameters; what is not understood is ignored. */
export function asRoutingSearch(search: Readonly<Record<string, unknown>>): RoutingSearch {
  return onlyGiven<RoutingSearch>({
    severity: wordIn(search.severity, ['low', 'medium', 'high']),
    name: textIn(search.name),
    server: textIn(search.server),
    database: textIn(search.database),
    source: textIn(search.source),
    labels: textIn(search.labels),
  })
}
