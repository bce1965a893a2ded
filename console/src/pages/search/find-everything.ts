import { queryOptions, keepPreviousData } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import type { components } from '../../api/schema.ts'
import {
  deliveryById,
  EACH_MAX,
  labelsIn,
  ofAlert,
  ofDelivery,
  ofRun,
  ofWebhook,
  serversIn,
  type Found,
} from './found.ts'

interface Rights {
  readonly mayReadDeliveries: boolean
  readonly mayReadWebhooks: boolean
}

/** Searches servers, alerts, webhooks, deliveries, job runs and labels. */
export function searchQuery(text: string, rights: Rights) {
  return queryOptions({
    queryKey: ['search', text, rights],
    queryFn: () => findEverything(text, rights),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}

async function findEverything(search: string, rights: Rights): Promise<readonly Found[]> {
  const nothing = Promise.resolve({ items: [] })
  const query = { search, limit: EACH_MAX }
  const [alerts, webhooks, deliveries, runs] = await Promise.all([
    rights.mayReadDeliveries
      ? take(api.GET('/v1/alerts', { params: { query: { search, limit: 50 } } }))
      : nothing,
    rights.mayReadWebhooks
      ? take(api.GET('/v1/webhooks', { params: { query: { ...query, view: 'brief' } } }))
      : nothing,
    rights.mayReadDeliveries ? take(api.GET('/v1/deliveries', { params: { query } })) : nothing,
    rights.mayReadDeliveries ? take(api.GET('/v1/job-runs', { params: { query } })) : nothing,
  ])
  const ofAlerts = alerts.items as readonly components['schemas']['Alert'][]
  return [
    ...serversIn(ofAlerts, search),
    ...ofAlerts.slice(0, EACH_MAX).map(ofAlert),
    ...(webhooks.items as readonly components['schemas']['BriefWebhook'][]).map(ofWebhook),
    ...labelsIn(ofAlerts, search),
    ...deliveryById(search),
    ...(deliveries.items as readonly components['schemas']['ListedDelivery'][]).map(ofDelivery),
    ...(runs.items as readonly components['schemas']['JobRun'][]).map(ofRun),
  ]
}
