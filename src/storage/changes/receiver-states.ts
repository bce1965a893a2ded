import { type AlertEvent, alertIdOf, isReminder } from '../../domain/alert/event.ts'
import type { TriedAgain } from '../../domain/delivery/successor.ts'
import type { DeliveryId, SilenceId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { type AttemptPlan, planAttempt } from '../../domain/planning/plan-attempt.ts'
import { heldReason, planHold } from '../../domain/planning/plan-hold.ts'
import type { Certainty, Ended, SentNotification } from '../../domain/receiver-state/after-attempt.ts'
import type { ReceiverState, ReceiverStateKey, Resync } from '../../domain/receiver-state/receiver-state.ts'
import { leaveOutOfSync, mayBeRetried } from '../../domain/receiver-state/receiver-state.ts'
import { ALREADY_IN_SYNC } from '../../domain/receiver-state/resync.ts'
import { unconfirmedEpisodeState } from '../../domain/receiver-state/sent-states.ts'
import { charactersMaxFor } from '../../domain/routing/matching.ts'
import { toFormer, toWaiting } from '../rows/delivery-row.ts'
import { noteHeld } from '../scripts/silences.ts'
import { together, type TransactionScript } from '../transactions/transaction-script.ts'
import type { Behind } from './delivery-rows.ts'
import { type AlertQueue, type EndedDelivery, nameOfQueue, type QueuedRow } from './queue-rows.ts'
import type { Known, Rows } from './rows.ts'
import { nameOfPair, type StatesByPair } from './state-rows.ts'

export function pairOf({ subject, webhook_id: webhookId }: AlertQueue): ReceiverStateKey {
  return { alertId: alertIdOf(subject), webhookId }
}

/** A delivery that was being sent, and its result. */
export interface Sent {
  readonly row: QueuedRow
  readonly sentNotification: SentNotification
  readonly next: Ended['next']
  readonly again: TriedAgain
}

/** A delivery that ended without a record of what it sent. */
export interface Unconfirmed extends Pick<Sent, 'row' | 'next' | 'again'> {
  readonly certainty: Certainty
}

export function* readBehind(rows: Rows, heads: readonly AlertQueue[]): TransactionScript<Behind> {
  const [states, waiting] = yield* together([rows.states(heads.map(pairOf)), rows.waiting(heads)])
  return { states, waiting }
}

/** Finds out by their events what deliveries sent; leaves out those about which no receiver state decides. */
export function* findSent(
  rows: Rows,
  unconfirmed: readonly Unconfirmed[],
  { known, states }: { readonly known: Known; readonly states: StatesByPair },
): TransactionScript<readonly Sent[]> {
  const events = yield* rows.events(unconfirmed.map(({ row }) => row))
  return unconfirmed.flatMap(({ row, certainty, next, again }) => {
    const pair = pairOf(row)
    const webhook = known.find(row.webhook_id)
    if (!webhook) return []
    const charactersMax = charactersMaxFor(webhook, known.webhooks)
    const given = { pair, before: states.get(nameOfPair(pair)), certainty, next, charactersMax }
    const event = events.get(row.event_id)
    const episodeState = unconfirmedEpisodeState(event, webhook, given)
    if (!episodeState) return []
    const sentNotification = { episodeState, certainty, isReminder: event !== undefined && isReminder(event) }
    return [{ row, sentNotification, next, again }]
  })
}

export type AttemptPlans = ReadonlyMap<DeliveryId, AttemptPlan>

/** Plans what follows attempts; leaves out those about which no receiver state decides. */
export function planAttempts(
  sent: readonly Sent[],
  { states, waiting }: Behind,
  { known, now }: { readonly known: Known; readonly now: Instant },
): AttemptPlans {
  const waitingIn = Map.groupBy(waiting, nameOfQueue)
  return new Map(
    sent.flatMap(({ row, ...attempt }) => {
      const pair = pairOf(row)
      const plan = planAttempt(known.find(row.webhook_id), {
        ...attempt,
        pair,
        before: states.get(nameOfPair(pair)),
        eventId: row.event_id,
        former: toFormer(row),
        waiting: (waitingIn.get(nameOfQueue(row)) ?? []).map(toWaiting),
        now,
      })
      return plan ? [[row.id, plan] as const] : []
    }),
  )
}

/** Writes plans for deliveries that are pending again. */
export function* writePlans(rows: Rows, plans: AttemptPlans, now: Instant): TransactionScript<void> {
  const all = [...plans]
  yield* together([
    rows.supersede(
      all.flatMap(([id, { superseded, ending }]) => [
        ...ending.map((one) => ({ ...one, state: 'waiting' as const, at: now })),
        ...(superseded === null ? [] : [{ id, state: 'pending' as const, reason: superseded, at: now }]),
      ]),
    ),
    rows.promote(
      all.flatMap(([, { promoted, pair }]) => (promoted ? [{ ...promoted, webhookId: pair.webhookId }] : [])),
    ),
    rows.writeStates(all.map(([, plan]) => plan)),
  ])
}

/** The first unfinished delivery of an alert, which is not being sent, and the silence that holds it. */
export interface Held {
  readonly head: QueuedRow
  readonly event: AlertEvent
  readonly heldBy: SilenceId
}

/** Takes back what silences cover. The alerts and the heads are locked. */
export function* holdHeads(
  rows: Rows,
  held: readonly Held[],
  { known, now }: { readonly known: Known; readonly now: Instant },
): TransactionScript<void> {
  if (held.length === 0) return
  const { states, waiting } = yield* readBehind(
    rows,
    held.map(({ head }) => head),
  )
  const waitingIn = Map.groupBy(waiting, nameOfQueue)
  const { webhooks } = known
  const writes = held.flatMap(({ head, event }) => {
    const webhook = known.find(head.webhook_id)
    if (!webhook) return []
    const pair = pairOf(head)
    const before = states.get(nameOfPair(pair))
    const wasTried = head.attempts_made > 0
    return [{ pair, before, after: planHold(pair, before, { webhook, webhooks, event, wasTried, now }) }]
  })
  const superseded = held.flatMap(({ head, heldBy }) =>
    [head, ...(waitingIn.get(nameOfQueue(head)) ?? [])].map(({ id }) => ({
      id,
      state: id === head.id ? ('pending' as const) : ('waiting' as const),
      reason: heldReason(heldBy),
      at: now,
    })),
  )
  const silenceIds = [...new Set(held.map(({ heldBy }) => heldBy))].toSorted((a, b) => a - b)
  yield* together([
    rows.supersede(superseded),
    rows.writeStates(writes),
    ...silenceIds.map((id) => noteHeld(id, now)),
  ])
}

interface Left {
  readonly known: Known
  readonly resync: Exclude<Resync, 'none'>
  readonly now: Instant
}

/**
 * Handles deliveries that this transaction ended without a record of what was sent: their alerts are out of
 * sync, as `resync` decides, unless the alert queue has another delivery. If that is being sent, its end
 * decides.
 */
export function* leaveForResync(
  rows: Rows,
  ended: readonly AlertQueue[],
  { known, resync, now }: Left,
): TransactionScript<void> {
  const queues = ofAlerts(ended, known)
  if (queues.length === 0) return
  const [states, heads] = yield* together([rows.states(queues.map(pairOf)), rows.headStates(queues)])
  const headOf = new Map(heads.map((head) => [nameOfQueue(head), head.state]))
  const writes = new Map(
    queues.flatMap((queue) => {
      const webhook = known.find(queue.webhook_id)
      const name = nameOfPair(pairOf(queue))
      const before = states.get(name)
      const head = headOf.get(nameOfQueue(queue))
      const after = webhook && leaveOutOfSync(before, webhook, { resync, head, now })
      return before && after !== undefined ? [[name, { pair: before, before, after }] as const] : []
    }),
  )
  yield* rows.writeStates([...writes.values()])
}

/**
 * Finds why ended deliveries cannot be retried; the others' alerts are in sync again. The alerts are locked.
 */
export function* refusedRetries<One extends EndedDelivery>(
  rows: Rows,
  deliveries: readonly One[],
  known: Known,
): TransactionScript<ReadonlyMap<One, string>> {
  const asked = ofAlerts(deliveries, known)
  const states = yield* rows.states(asked.map(pairOf))
  const stateOf = (one: One) => states.get(nameOfPair(pairOf(one)))
  const isAllowed = (one: One) => {
    const webhook = known.find(one.webhook_id)
    return !webhook || mayBeRetried(stateOf(one), webhook, one.event_id)
  }
  const inSync = new Map<string, ReceiverState>()
  for (const one of asked.filter(isAllowed)) {
    const before = stateOf(one)
    if (before && before.resync !== 'none') inSync.set(nameOfPair(before), before)
  }
  yield* rows.writeStates(
    Array.from(inSync.values(), (before) => ({
      pair: before,
      before,
      after: { ...before, resync: 'none' as const, heldBy: null },
    })),
  )
  return new Map(asked.filter((one) => !isAllowed(one)).map((one) => [one, ALREADY_IN_SYNC]))
}

function ofAlerts<One extends AlertQueue>(queues: readonly One[], known: Known): readonly One[] {
  return known.areRemembered ? queues.filter(({ subject }) => alertIdOf(subject) !== 0) : []
}
