import { queryOptions } from '@tanstack/react-query'
import { api, take } from '../../../api/client.ts'
import type { components } from '../../../api/schema.ts'
import type { NewWebhook, PayloadType } from '../webhook-types.ts'

export type PresetSummary = components['schemas']['PresetSummary']
export type PresetField = components['schemas']['PresetField']

/** Presets change only with the release. */
export const presetsQuery = queryOptions({
  queryKey: ['presets'],
  queryFn: () => take(api.GET('/v1/presets')),
  staleTime: Number.POSITIVE_INFINITY,
})

export function presetQuery(id: string) {
  return queryOptions({
    queryKey: ['presets', id],
    queryFn: () => take(api.GET('/v1/presets/{id}', { params: { path: { id } } })),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function draftForPreset(
  id: string,
  body: {
    readonly fields: Readonly<Record<string, string>>
    readonly name?: string
    readonly payload_type: PayloadType
  },
): Promise<NewWebhook> {
  return take(api.POST('/v1/presets/{id}/draft', { params: { path: { id } }, body }))
}
