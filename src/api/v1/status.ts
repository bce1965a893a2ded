import { Type } from '../schema-builder.ts'
import type { Clock } from '../../clock.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Store } from '../../storage/store.ts'
import { defineRoute, type Route } from '../route.ts'
import { NO_QUERY } from './query.ts'
import { instantOrNull, nullable } from './shapes.ts'

export interface StatusRoutesDeps {
  readonly store: Pick<Store, 'countBacklog'>
  readonly clock: Clock
  readonly version: string
  readonly startedAt: Instant
  readonly dispatcher: { readonly inFlight: () => number }
}

const count = (description: string) => Type.Integer({ minimum: 0, description })

const statusSchema = Type.Object(
  {
    version: Type.String({ description: 'What is running.' }),
    backlog: Type.Object(
      {
        waiting: count('Behind an earlier delivery of the same alert or job.'),
        pending: count('Due now or later.'),
        sending: count('Under way.'),
        oldest_due_at: nullable(
          Type.String({ format: 'date-time' }),
          'Since when the longest due delivery has been due; null: nothing is due.',
        ),
      },
      { description: 'Unfinished deliveries.' },
    ),
    paused_webhooks: count(
      'Webhooks whose receivers fail or asked for time; see `/v1/webhooks/{id}/health`.',
    ),
    in_flight: count('Attempts under way in this process.'),
    uptime_seconds: count('Since the start of this process.'),
  },
  { title: 'Status' },
)

/** How it goes, in a few numbers. */
export function statusRoutes({
  store,
  clock,
  version,
  startedAt,
  dispatcher,
}: StatusRoutesDeps): readonly Route[] {
  const getStatus = defineRoute({
    method: 'GET',
    path: '/v1/status',
    scope: 'deliveries:read',
    id: 'getStatus',
    summary: 'Read how it goes',
    tag: 'operations',
    query: NO_QUERY,
    answers: { 200: { description: 'The status.', schema: statusSchema } },
    handler: async () => {
      const now = clock.now()
      const { waiting, pending, sending, oldestDueAt, pausedWebhooks } = await store.countBacklog(now)
      const body = {
        version,
        backlog: { waiting, pending, sending, oldest_due_at: instantOrNull(oldestDueAt) },
        paused_webhooks: pausedWebhooks,
        in_flight: dispatcher.inFlight(),
        uptime_seconds: Math.max(0, Math.floor((now - startedAt) / 1000)),
      }
      return { status: 200, body }
    },
  })
  return [getStatus]
}
