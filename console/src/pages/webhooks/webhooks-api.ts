import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, take, takeWithEtag } from '../../api/client.ts'
import type { ListPage } from '../../api/list.ts'
import { toListQuery, type ListedWebhook } from './listed-webhook.ts'
import type { WebhookSearch } from './webhook-search.ts'
import type { NewWebhook, PayloadType, Webhook, WebhookChange, WrittenWebhook } from './webhook-types.ts'

const PAGE = 50

/** A webhook with its ETag. */
export interface ReadWebhook {
  readonly webhook: Webhook
  readonly etag: string | null
}

export async function readWebhooks(
  search: WebhookSearch,
  cursor: string | undefined,
): Promise<ListPage<ListedWebhook>> {
  const query = { limit: PAGE, ...toListQuery(search), ...(cursor !== undefined && { cursor }) }
  const { items, next } = await take(api.GET('/v1/webhooks', { params: { query } }))
  return { items: items.filter((one): one is ListedWebhook => 'health' in one), next }
}

export function webhookQuery(id: number) {
  return queryOptions({ queryKey: ['webhooks', id], queryFn: () => readWebhook(id) })
}

/** `shows`: with its secrets, for those who may see them. */
export async function readWebhook(id: number, shows?: 'secrets'): Promise<ReadWebhook> {
  const { data, etag } = await takeWithEtag(
    api.GET('/v1/webhooks/{id}', { params: { path: { id }, query: shows ? { show: shows } : {} } }),
  )
  return { webhook: data, etag }
}

/** Calls are written every ten seconds. */
const HEALTH_EVERY_MS = 15_000

export function healthQuery(id: number) {
  return queryOptions({
    queryKey: ['webhooks', id, 'health'],
    queryFn: () => take(api.GET('/v1/webhooks/{id}/health', { params: { path: { id } } })),
    refetchInterval: HEALTH_EVERY_MS,
  })
}

/** Receiver states change with each delivery. */
export function receiverStatesQuery(id: number) {
  return queryOptions({ ...healthQuery(id), queryKey: ['deliveries', 'notifications', id] })
}

/** Reads a page of receiver states, newest alerts first. */
export function readReceiverStates(
  id: number,
  { isOutOfSync, cursor }: { isOutOfSync: boolean; cursor: string | undefined },
) {
  const query = { ...(isOutOfSync && { out_of_sync: true }), ...(cursor !== undefined && { cursor }) }
  return take(api.GET('/v1/webhooks/{id}/receiver-states', { params: { path: { id }, query } }))
}

/** Asks what a resync would do, afresh each time. */
export function resyncQuery(id: number, forget: boolean) {
  return queryOptions({
    queryKey: ['webhooks', id, 'resync', forget],
    queryFn: () => resyncWebhook(id, { forget, dry_run: true }),
    gcTime: 0,
  })
}

/** Sends the differences from the last sent state; the response counts the alerts. */
export function resyncWebhook(id: number, body: { readonly forget: boolean; readonly dry_run: boolean }) {
  return take(api.POST('/v1/webhooks/{id}/resync', { params: { path: { id } }, body }))
}

/** Asks what mode `current_state` would assume about the receiver, afresh each time, with the ETag. */
export function keepQuery(id: number) {
  return queryOptions({
    queryKey: ['webhooks', id, 'mode'],
    queryFn: () => switchMode(id, { isDryRun: true, etag: null }),
    gcTime: 0,
  })
}

/** Switches to mode `current_state`; the response says what its receiver knows. */
export function switchMode(
  id: number,
  { isDryRun, etag }: { readonly isDryRun: boolean; readonly etag: string | null },
) {
  const params = { path: { id }, ...(etag !== null && { header: { 'If-Match': etag } }) }
  const body = { mode: 'current_state' as const, dry_run: isDryRun }
  return takeWithEtag(api.POST('/v1/webhooks/{id}/mode', { params, body }))
}

export function signingQuery(id: number) {
  return queryOptions({
    queryKey: ['webhooks', id, 'signing'],
    queryFn: () => take(api.GET('/v1/webhooks/{id}/signing', { params: { path: { id } } })),
  })
}

export const vocabularyQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: () => take(api.GET('/v1/templates')),
  staleTime: Number.POSITIVE_INFINITY,
})

export function createWebhook(body: NewWebhook): Promise<WrittenWebhook> {
  return take(api.POST('/v1/webhooks', { body }))
}

/** `etag`: the revision to change; another one throws a Problem with status 412. */
export function changeWebhook(id: number, body: WebhookChange, etag: string | null): Promise<WrittenWebhook> {
  return take(
    api.PATCH('/v1/webhooks/{id}', {
      params: { path: { id }, ...(etag !== null && { header: { 'If-Match': etag } }) },
      body,
    }),
  )
}

/** Returns the number of alerts whose clears its receiver will never get. */
export async function deleteWebhook(id: number): Promise<number> {
  const result = await api.DELETE('/v1/webhooks/{id}', { params: { path: { id } } })
  await take(Promise.resolve(result))
  return Number(result.response.headers.get('tocsin-open-notifications') ?? 0)
}

/** The response holds the new secret, this once. */
export function rotateSigning(id: number, overlap: string) {
  return take(api.POST('/v1/webhooks/{id}/signing/rotate', { params: { path: { id } }, body: { overlap } }))
}

export function stopSigning(id: number) {
  return take(api.DELETE('/v1/webhooks/{id}/signing', { params: { path: { id } } }))
}

/** Finds webhooks by part of their names. */
export function webhookNamesQuery(search: string, payloadType: PayloadType) {
  return queryOptions({
    queryKey: ['webhooks', 'names', search, payloadType],
    queryFn: () =>
      readWebhooks({ ...(search !== '' && { search }), type: payloadType, order: 'id' }, undefined),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** Events to fill a template with, newest first. */
export function eventsQuery(kind: 'alert' | 'job_run', isWanted: boolean) {
  return queryOptions({
    queryKey: ['events', 'to-try', kind],
    queryFn: () => take(api.GET('/v1/events', { params: { query: { kind, limit: 25 } } })),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
}
