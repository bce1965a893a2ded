import { hurries, joinAlertQueue, letsPass } from '../../domain/delivery/alert-queue.ts'
import { moreUrgent, URGENCY, type Urgency } from '../../domain/delivery/urgency.ts'
import { withoutPause } from '../../domain/flow/breaker.ts'
import type { DeliveryId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { together, type TransactionScript } from '../transactions/transaction-script.ts'
import {
  type AlertQueue,
  type EndedDelivery,
  type EndedRow,
  type FormerHead,
  type Hurried,
  type Joined,
  nameOfQueue,
  type NewDelivery,
  type OfEvent,
} from './queue-rows.ts'
import type { Rows } from './rows.ts'

/** Makes deliveries at their positions in alert queues. */
export function* insertDeliveries(
  rows: Rows,
  deliveries: readonly NewDelivery[],
  now: Instant,
): TransactionScript<void> {
  if (deliveries.length === 0) return
  yield* rows.insert(yield* joinAlertQueues(rows, deliveries, now), now)
}

/** Restarts ended deliveries with new schedules, even if their receivers are paused. */
export function* restartDeliveries(
  rows: Rows,
  deliveries: readonly EndedDelivery[],
  now: Instant,
): TransactionScript<void> {
  if (deliveries.length === 0) return
  yield* rows.restart(yield* joinAlertQueues(rows, deliveries, now), now)
  yield* rows.changeBreakers([...new Set(deliveries.map((one) => one.webhook_id))], withoutPause)
}

/** Cancels waiting and pending deliveries, and promotes what waited for them. Returns these. */
export function* cancelDeliveries(
  rows: Rows,
  deliveries: readonly (AlertQueue & { readonly id: DeliveryId })[],
  { reason, now }: { readonly reason: string; readonly now: Instant },
): TransactionScript<readonly EndedRow[]> {
  if (deliveries.length === 0) return []
  const [, ended] = yield* together([
    rows.lockQueues([...Map.groupBy(deliveries, nameOfQueue).values()].map(([first]) => first!)),
    rows.end(
      deliveries.map(({ id }) => ({ id, reason })),
      { state: 'cancelled', now },
    ),
  ])
  yield* rows.promoteNext(
    ended.filter(({ state }) => state === 'pending'),
    now,
  )
  return ended
}

/** Makes failed heads wait if an older delivery has come back. The heads are locked. */
export function* yieldToOlder(
  rows: Rows,
  heads: readonly (FormerHead & { readonly id: DeliveryId })[],
  now: Instant,
): TransactionScript<void> {
  if (heads.length === 0) return
  const passed = (yield* rows.oldest(heads)).filter((oldest) => letsPass(oldest.head_id, oldest))
  const urgencyOfHead = new Map(heads.map((head) => [head.id, head.queue_urgency]))
  yield* together([
    rows.demote(passed.map(({ head_id: id }) => id)),
    rows.putFirst(
      passed.map(({ id, webhook_id, urgency, head_id: headId }) => ({
        id,
        webhook_id,
        urgency: moreUrgent(urgency, urgencyOfHead.get(headId) ?? urgency),
      })),
      now,
    ),
  ])
}

type Newcomer = OfEvent & AlertQueue & { readonly urgency: Urgency }

/** Decides how each newcomer begins, and makes the deliveries that are there fit. */
function* joinAlertQueues<One extends Newcomer>(
  rows: Rows,
  newcomers: readonly One[],
  now: Instant,
): TransactionScript<readonly (One & Joined)[]> {
  const groups = [...Map.groupBy(newcomers, nameOfQueue).values()]
  const queues = yield* rows.lockQueues(groups.map(([first]) => first!))
  const heads = new Map<One, Joined>()
  const demotedIds: DeliveryId[] = []
  const hurried: Hurried[] = []
  for (const [index, group] of groups.entries()) {
    // The others come after the oldest.
    const oldest = group.reduce((best, one) => (one.event_id < best.event_id ? one : best))
    const urgency = group.reduce<Urgency>((most, one) => moreUrgent(most, one.urgency), URGENCY.low)
    const { head, oldest: before } = queues[index]!
    const joined = joinAlertQueue(oldest.event_id, before, () => head)
    if (joined.state === 'waiting') {
      if (head && hurries(urgency, head))
        hurried.push({
          id: head.id,
          webhook_id: oldest.webhook_id,
          urgency: moreUrgent(urgency, head.queueUrgency),
        })
      continue
    }
    const queueUrgency = moreUrgent(urgency, head?.queueUrgency ?? urgency)
    heads.set(oldest, { state: 'pending', queueUrgency })
    if (joined.demotedId !== null) demotedIds.push(joined.demotedId)
  }
  yield* together([rows.demote(demotedIds), rows.hurry(hurried, now)])
  return newcomers.map((one) => ({
    ...one,
    ...(heads.get(one) ?? { state: 'waiting', queueUrgency: one.urgency }),
  }))
}
