import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import { onlyGiven } from '../../ui/list/search-values.ts'

/** The filters of the active alerts, as the address has them. */
export interface OnCallSearch {
  /** Severities with commas between them. */
  readonly severity?: string
  readonly server?: string
  readonly search?: string
  /** Labels as `name=value`. */
  readonly label?: readonly string[]
}

/** Where there is no live connection, the alerts are asked for. */
const ON_CALL_EVERY_MS = 15_000

/** Reads the active alerts by server. It stands among alerts, whose news makes it stale. */
export function onCallQuery({ severity, server, search, label }: OnCallSearch) {
  const states = severity?.split(',') as ('high' | 'medium' | 'low')[] | undefined
  const query = onlyGiven<object>({ state: states, server, search, label: label && [...label] } as never)
  return queryOptions({
    queryKey: ['alerts', 'on-call', query],
    queryFn: () => take(api.GET('/v1/on-call', { params: { query } })),
    refetchInterval: ON_CALL_EVERY_MS,
    placeholderData: keepPreviousData,
  })
}

/** Tells whether a filter hides alerts. */
export function isNarrowed({ severity, server, search, label }: OnCallSearch): boolean {
  return [severity, server, search, label].some((value) => value !== undefined)
}
