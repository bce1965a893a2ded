import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, take } from '../../../api/client.ts'
import type { components } from '../../../api/schema.ts'
import type { PayloadType } from '../webhook-types.ts'

export type MatchPreview = components['schemas']['MatchPreview']
export type PreviewRequest = components['schemas']['MatchPreviewRequest']

/** Which of the last events a webhook would get with these matchers. */
export function matchPreviewQuery(body: PreviewRequest) {
  return queryOptions({
    queryKey: ['routing', 'preview', body],
    queryFn: () => take(api.POST('/v1/routing/preview', { body })),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  })
}

/** The fields and values that events had lately. */
export function seenValuesQuery(payloadType: PayloadType) {
  return queryOptions({
    queryKey: ['routing', 'values', payloadType],
    queryFn: () => take(api.GET('/v1/routing/values', { params: { query: { payload_type: payloadType } } })),
    staleTime: 60_000,
  })
}
