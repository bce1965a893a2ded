import { dueAheadsMsMax, retryPolicyOf } from '../../domain/delivery/retry-policy.ts'
import { askedEndOf, CLOSED, findOverdue, type Overdue } from '../../domain/flow/breaker.ts'
import type { WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { usesCurrentState } from '../../domain/receiver-state/receiver-state.ts'
import { clampTimers } from '../scripts/reminders.ts'
import type { TimeMethods } from '../time-methods.ts'
import { together, type TransactionScript } from '../transactions/transaction-script.ts'
import { addFallbacks, mayFallBack } from './fallback.ts'
import { leaveForResync } from './receiver-states.ts'
import type { Known, Rows } from './rows.ts'

/** Rounds of one step: each ends one delivery per alert queue. */
const ROUNDS_MAX = 50

/** Ends deliveries that are due for longer than their schedule, while their receivers fail. */
export function* endOverdue(
  rows: Rows,
  request: Parameters<TimeMethods['endOverdue']>[0],
): TransactionScript<number> {
  if (!(yield* rows.begin('endOverdue'))) return 0
  const [known, breakers] = yield* together([rows.known(), rows.failingBreakers()])
  let count = 0
  for (const { webhookId, breaker } of breakers) {
    const webhook = known.find(webhookId)
    // A delivery that says the current state does not grow old.
    if (!webhook || usesCurrentState(webhook) || count >= request.limit) continue
    const overdue = findOverdue(webhook, breaker, request)
    const limit = request.limit - count
    if (overdue) count += yield* endOfOne(rows, { ...overdue, known, webhookId, now: request.now, limit })
  }
  return count
}

interface OverdueOfOne extends Overdue {
  readonly known: Known
  readonly webhookId: WebhookId
  readonly now: Instant
  readonly limit: number
}

/** Ends overdue deliveries of one webhook; the next of the subject becomes the head, as old as it is. */
function* endOfOne(
  rows: Rows,
  { known, webhookId, dueBefore, reason, now, limit }: OverdueOfOne,
): TransactionScript<number> {
  let count = 0
  for (let rounds = 0; rounds < ROUNDS_MAX && count < limit; rounds += 1) {
    const overdue = yield* rows.lockOverdue(webhookId, dueBefore, limit - count)
    // Skips alerts that a report has locked.
    const free = mayFallBack(known, webhookId) ? yield* rows.tryAlertsOf(overdue) : overdue
    if (free.length === 0) return count
    const failed = yield* rows.end(
      free.map(({ id }) => ({ id, reason })),
      { state: 'failed', now },
    )
    yield* rows.promoteNext(failed, { whenMadeBefore: now })
    yield* addFallbacks(rows, failed, { known, now })
    yield* leaveForResync(rows, failed, { known, resync: 'later', now })
    count += failed.length
  }
  return count
}

/** Makes due what is due later than its schedule or its receiver asks: the clock was set back. */
export function* clampDueTimes(
  rows: Rows,
  { now, limit, scheduleMs }: Parameters<TimeMethods['clampDueTimes']>[0],
): TransactionScript<number> {
  if (!(yield* rows.begin('clampDueTimes'))) return 0
  const [known, asking] = yield* together([rows.known(), rows.askingBreakers(now)])
  const breakers = new Map(asking.map(({ webhookId, breaker }) => [webhookId, breaker]))
  const clamped = [...known.webhooks.values()].map((webhook) => {
    const isAsked = (askedEndOf(breakers.get(webhook.id) ?? CLOSED, now) ?? 0) > now
    const aheadsMs = dueAheadsMsMax(retryPolicyOf(webhook, { scheduleMs }), isAsked)
    return { webhookId: webhook.id, aheadsMs }
  })
  const count = yield* clampTimers(known.webhooks.values(), now, limit)
  return count + (yield* rows.clamp(clamped, now, limit))
}
