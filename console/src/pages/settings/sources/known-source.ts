import { queryOptions } from '@tanstack/react-query'
import { api, take } from '../../../api/client.ts'
import type { components } from '../../../api/schema.ts'

export type KnownSource = components['schemas']['Source']

/** Whoever looks at the page waits for a report, or for a database to answer again. */
const POLL_MS = 10_000

export const knownSourcesQuery = queryOptions({
  queryKey: ['sources'],
  refetchInterval: POLL_MS,
  queryFn: async () => (await take(api.GET('/v1/sources'))).items,
})

/** Every dialect has an address, whether anybody reports there or not. */
export function isInUse({ kind, last_reported_at: heardAt }: KnownSource): boolean {
  return kind !== 'push' || heardAt !== null
}
