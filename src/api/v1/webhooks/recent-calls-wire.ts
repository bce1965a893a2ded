import type { WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { UNFINISHED_COUNTED_MAX } from '../../../domain/overview/overview.ts'
import type { ReceiverHealth } from '../../../domain/overview/receiver-health.ts'
import {
  acceptedSince,
  addCalls,
  CALL_HOURS,
  hourlyCalls,
  sumCalls,
  type WebhookCalls,
} from '../../../domain/overview/webhook-calls.ts'
import type { ApiDeps } from '../../deps/api-deps.ts'
import { Type } from '../../routes/route.ts'
import { count, instantOrNull, nullable, nullableText, nullableTime, resourceOf } from '../resource.ts'

export interface WithCalls {
  readonly calls: WebhookCalls & { readonly unfinished: number }
  readonly now: Instant
}

const recentCallsSchema = Type.Object(
  {
    attempts: count('Attempts.'),
    accepted: count('Attempts that the receiver accepted.'),
    mean_ms: nullable(
      Type.Number({ minimum: 0 }),
      'Mean duration of an accepted request in milliseconds; null: there was none.',
    ),
    hourly: Type.Array(Type.Object({ attempts: count('Attempts.'), accepted: count('Accepted ones.') }), {
      minItems: CALL_HOURS,
      maxItems: CALL_HOURS,
      description: 'The same for each hour, oldest first; the last one is not over.',
    }),
  },
  {
    title: 'RecentCalls',
    description: `The last ${CALL_HOURS} hours. Statistics: a crash loses what was counted in the seconds before it.`,
  },
)

/** The members that say how often a webhook was called lately. */
export const recentCalls = resourceOf<WithCalls>()({
  last_called_at: [
    nullableTime('When its last attempt ended; null: never.'),
    ({ calls }) => instantOrNull(calls.lastCalledAt),
  ],
  last_accepted_at: [
    nullableTime('When its receiver last accepted an attempt; null: never.'),
    ({ calls }) => instantOrNull(calls.lastAcceptedAt),
  ],
  unfinished: [
    count(`Deliveries that have not ended, counted up to ${UNFINISHED_COUNTED_MAX}.`),
    ({ calls }) => calls.unfinished,
  ],
  recent_calls: [
    recentCallsSchema,
    ({ calls, now }) => {
      const { attempts, accepted, meanMs } = sumCalls(calls, now)
      return { attempts, accepted, mean_ms: meanMs, hourly: [...hourlyCalls(calls, now)] }
    },
  ],
})

interface Called {
  readonly id: WebhookId
  /** Known to the health at once; counts follow seconds later. */
  readonly firstAcceptedAt: Instant | null
}

/** Reads recent calls, with this node's unwritten ones. In no order. */
export async function readCalls(
  { store, unwrittenCalls }: ApiDeps,
  webhooks: readonly Called[],
): Promise<ReadonlyMap<WebhookId, WithCalls['calls']>> {
  const written = await store.listCalls(webhooks.map(({ id }) => id))
  const firsts = new Map(webhooks.map(({ id, firstAcceptedAt }) => [id, firstAcceptedAt]))
  const added = Map.groupBy(unwrittenCalls(), ({ webhookId }) => webhookId)
  return new Map(
    written.map(({ unfinished, ...calls }) => {
      const { webhookId } = calls
      const sum = (added.get(webhookId) ?? []).reduce(addCalls, calls)
      return [webhookId, { ...acceptedSince(sum, firsts.get(webhookId) ?? null), unfinished }]
    }),
  )
}

/** The members about rejections, wherever health is shown. */
export const rejections = resourceOf<ReceiverHealth>()({
  rejections: Type.Integer({ minimum: 0, description: 'Rejected attempts since the last accepted one.' }),
  rejecting_since: nullableTime('When the first of them was rejected; null: there is none.'),
  reject_reason: nullableText('The last rejected attempt, in a few words.'),
  first_accepted_at: nullableTime('When the first attempt was accepted; null: never.'),
})
