import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, take } from '../../../api/client.ts'
import type { components } from '../../../api/schema.ts'
import type { NewWebhook, WebhookChange } from '../webhook-types.ts'
import type { TestValues } from './test-values.ts'

type WebhookPreview = components['schemas']['WebhookPreview']
export type WebhookTest = components['schemas']['WebhookTest']

/** The webhook under test: a draft, or a stored one with an unsaved change. */
export type Tried =
  | { readonly kind: 'draft'; readonly webhook: NewWebhook }
  | { readonly kind: 'stored'; readonly id: number; readonly change: WebhookChange }

/** The request as it would be sent. */
export function previewQuery(tried: Tried, values: TestValues) {
  return queryOptions({
    queryKey: ['preview', tried, values],
    queryFn: () => preview(tried, values),
    placeholderData: keepPreviousData,
    gcTime: 30_000,
    staleTime: 60_000,
  })
}

function preview(tried: Tried, values: TestValues): Promise<WebhookPreview> {
  if (tried.kind === 'draft') {
    return take(api.POST('/v1/webhooks/preview', { body: { webhook: tried.webhook, ...values } }))
  }
  return take(
    api.POST('/v1/webhooks/{id}/preview', {
      params: { path: { id: tried.id } },
      body: { ...changeOf(tried), ...values },
    }),
  )
}

/** Sends it once. */
export function test(tried: Tried, values: TestValues): Promise<WebhookTest> {
  if (tried.kind === 'draft') {
    return take(api.POST('/v1/webhooks/test', { body: { webhook: tried.webhook, ...values } }))
  }
  return take(
    api.POST('/v1/webhooks/{id}/test', {
      params: { path: { id: tried.id } },
      body: { ...changeOf(tried), ...values },
    }),
  )
}

/** Without a change, the stored webhook is tried, with its signature. */
function changeOf({ change }: { readonly change: WebhookChange }) {
  return Object.keys(change).length === 0 ? {} : { change }
}
