import {
  CALL_HOURS,
  hourlyCalls,
  sumCalls,
  type WebhookCalls,
} from '../../../domain/overview/webhook-calls.ts'
import { UNFINISHED_COUNTED_MAX } from '../../../domain/overview/overview.ts'
import type { Instant } from '../../../domain/instant.ts'
import { Type } from '../../routes/schema-builder.ts'
import { resourceOf } from '../resource.ts'
import { instantOrNull, nullable, nullableTime } from '../shapes.ts'

/** Something with the calls of a webhook, at a moment. */
export interface WithCalls {
  readonly calls: WebhookCalls & { readonly unfinished: number }
  readonly now: Instant
}

const count = (description: string) => Type.Integer({ minimum: 0, description })

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
