import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import type { NewSilence } from './silence-draft.ts'

/** Asks what a silence with these matchers would hold. */
export function silencePreviewQuery(match: string) {
  return queryOptions({
    queryKey: ['silences', 'preview', match],
    queryFn: () => take(api.POST('/v1/silences/preview', { body: { match } })),
    placeholderData: keepPreviousData,
    enabled: match.trim() !== '',
    retry: false,
  })
}

/** Creates a silence, or changes the one with this id. */
export async function saveSilence(body: NewSilence, id: number | undefined): Promise<void> {
  if (id === undefined) await take(api.POST('/v1/silences', { body }))
  else await take(api.PATCH('/v1/silences/{id}', { params: { path: { id } }, body }))
}
