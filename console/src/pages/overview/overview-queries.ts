import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import type { components } from '../../api/schema.ts'
import { RANGES, type Range } from './overview-search.ts'

export type Overview = components['schemas']['Overview']

/** For pages without a live connection. */
const OVERVIEW_EVERY_MS = 10_000
const ACTIVITY_EVERY_MS = 30_000

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: () => take(api.GET('/v1/overview')),
  refetchInterval: OVERVIEW_EVERY_MS,
})

export function activityQuery(range: Range) {
  const { lengthMs, step } = RANGES[range]
  return queryOptions({
    queryKey: ['activity', range],
    queryFn: () => {
      const from = new Date(Date.now() - lengthMs).toISOString()
      return take(api.GET('/v1/activity', { params: { query: { from, step } } }))
    },
    refetchInterval: ACTIVITY_EVERY_MS,
    placeholderData: keepPreviousData,
  })
}

export interface FirstSteps {
  /** The first webhook; null: none. */
  readonly webhookId: number | null
  readonly hasReport: boolean
  readonly hasArrived: boolean
}

/** Finds which first steps are done. */
export function firstStepsQuery({ webhooks }: Pick<Overview, 'webhooks'>) {
  const hasWebhook = webhooks.total > 0
  return queryOptions({
    // Keyed among deliveries, which complete the third step.
    queryKey: ['deliveries', 'first-steps', hasWebhook],
    queryFn: async (): Promise<FirstSteps> => {
      const [webhooks, events, delivered] = await Promise.all([
        hasWebhook
          ? take(api.GET('/v1/webhooks', { params: { query: { limit: 1, view: 'brief' } } }))
          : { items: [] },
        take(api.GET('/v1/events', { params: { query: { limit: 1 } } })),
        take(api.GET('/v1/deliveries', { params: { query: { limit: 1, state: ['delivered'] } } })),
      ])
      return {
        webhookId: webhooks.items[0]?.id ?? null,
        hasReport: events.items.length > 0,
        hasArrived: delivered.items.length > 0,
      }
    },
    refetchInterval: OVERVIEW_EVERY_MS,
  })
}
