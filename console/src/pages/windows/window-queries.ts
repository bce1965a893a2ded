import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import { bodyOf, type WindowDraft, type WindowTimes } from './window-draft.ts'

/** Asks when a window with these times would occur. */
export function windowPreviewQuery(times: WindowTimes) {
  return queryOptions({
    queryKey: ['windows', 'preview', times],
    queryFn: () => take(api.POST('/v1/windows/preview', { body: times })),
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** Creates a maintenance window, or changes the one with this id. */
export async function saveWindow(draft: WindowDraft, id: number | undefined): Promise<void> {
  const body = bodyOf(draft)
  if (id === undefined) await take(api.POST('/v1/windows', { body }))
  else await take(api.PATCH('/v1/windows/{id}', { params: { path: { id } }, body }))
}
