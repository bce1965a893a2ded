import { queryOptions } from '@tanstack/react-query'
import { api, take } from '../../../api/client.ts'
import type { components } from '../../../api/schema.ts'
import type { NewWebhook, PayloadType } from '../webhook-types.ts'

export type ReceiverSummary = components['schemas']['ReceiverSummary']
export type ReceiverField = components['schemas']['ReceiverField']

/** The presets of the service; they change only with the release. */
export const receiversQuery = queryOptions({
  queryKey: ['receivers'],
  queryFn: () => take(api.GET('/v1/receivers')),
  staleTime: Number.POSITIVE_INFINITY,
})

export function receiverQuery(id: string) {
  return queryOptions({
    queryKey: ['receivers', id],
    queryFn: () => take(api.GET('/v1/receivers/{id}', { params: { path: { id } } })),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function draftForReceiver(
  id: string,
  body: {
    readonly fields: Readonly<Record<string, string>>
    readonly name?: string
    readonly payload_type: PayloadType
  },
): Promise<NewWebhook> {
  return take(api.POST('/v1/receivers/{id}/draft', { params: { path: { id } }, body }))
}
