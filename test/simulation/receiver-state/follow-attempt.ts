import { isKept } from '../model/model-webhook.ts'
import type { NextStep } from '../../../src/domain/delivery/delivery.ts'
import {
  afterSending,
  afterSentAttempt,
  type Certainty,
} from '../../../src/domain/receiver-state/after-attempt.ts'
import {
  mustNotify,
  newReceiverState,
  type Resync,
} from '../../../src/domain/receiver-state/receiver-state.ts'
import type { RowChange } from '../model/apply-rows.ts'
import { demand } from '../model/broken-promise.ts'
import type { ModelClaim } from '../model/model-claim.ts'
import type { Model, ModelDelivery } from '../model/model.ts'
import { dueAtOf } from './due-at.ts'
import { miss } from './received.ts'
import { hastened } from './schedule-over.ts'
import {
  headOf,
  inherit,
  wantsClear,
  alertQueueOf,
  pairOf,
  supersede,
  episodeStateOf,
  notifiesMissed,
  sentOf,
  writeReceiverStates,
  type Pair,
} from './model-states.ts'

export interface EndedAttempt {
  readonly delivery: ModelDelivery
  readonly claim: ModelClaim | undefined
  readonly certainty: Certainty
  readonly next: NextStep['state']
  /** When it would be tried again. */
  readonly dueAt: number
  /** Else its lease is over without a record, or was given back. */
  readonly isRecorded: boolean
  /** Its retry schedule is used up. */
  readonly isOver?: boolean
}

/** The expected outcome for a delivery whose attempt has ended, and of those after it; decided before the rows are read. */
export interface FollowedAttempt {
  /** It ends, instead of being tried again. */
  readonly isSuperseded: boolean
  /** It goes next. */
  readonly promoted: ModelDelivery | undefined
  readonly promotedDueAt: number
  /** Undefined: it keeps its own. */
  readonly promotedFallbackAt: number | null | undefined
}

/** Undefined: it was claimed for a webhook, and is recorded for one, that is notified of changes. */
export function followAttempt(
  model: Model,
  { delivery, claim, certainty, next, dueAt, isRecorded, isOver = false }: EndedAttempt,
  now: number,
): FollowedAttempt | undefined {
  const pair = pairOf(model, delivery)
  const webhook = model.webhooks.get(delivery.webhookId)
  const event = model.events.get(delivery.eventId)
  if (!pair || !webhook || event?.newState === undefined) return undefined
  const before = sentOf(model, pair)
  if (!isKept(webhook) && !before) return undefined
  const sentNotification = isRecorded ? claim?.sentStates?.episodeState : undefined
  const isUnsent = isRecorded && (claim?.isUnreadable === true || next === 'outdated')
  if (!sentNotification && isRecorded && !isUnsent && !isKept(webhook)) return undefined
  const isDamaged = model.damagedEvents.has(event.id)
  // A delivery that was claimed in mode every_change and goes on may give way to a newer one, though nobody can read it.
  if (!sentNotification && isRecorded && isDamaged && !isUnsent && next !== 'pending') return undefined
  // Whether anything was sent of it, nobody can know.
  if (!sentNotification && isDamaged && !isUnsent) miss(model, pair)
  const { id, newState, episodeNumber } = event
  const known = before ?? newReceiverState(pair)
  const change = { state: newState, episodeNumber }
  const isChange = isRecorded && !isUnsent && certainty === 'accepted'
  const episodeState =
    sentNotification ??
    (isChange ? change : undefined) ??
    (isDamaged ? known.desired : episodeStateOf(model, { id, newState, episodeNumber }, webhook, known))
  const receiverState = before ?? {
    ...newReceiverState(pair),
    desired: episodeState,
    eventId: delivery.eventId,
  }
  const waiting = alertQueueOf(model, pair).filter((other) => other !== delivery)
  const newestWaiting = waiting.at(-1)
  const after = afterSentAttempt({
    receiverState: afterSending(
      receiverState,
      { episodeState, certainty: isUnsent ? 'not_notified' : certainty },
      delivery.eventId,
    ),
    episodeState,
    isReminder: false,
    // Its delivery is due, and does not count as refused by its receiver.
    next: isUnsent && next === 'failed' ? 'outdated' : next,
    behind:
      newestWaiting === undefined
        ? null
        : newestWaiting.eventId >= receiverState.eventId
          ? 'newest'
          : 'older',
    wantsClear: wantsClear(webhook, receiverState),
    notifiesMissed: notifiesMissed(webhook),
    now,
  })
  writeReceiverStates(model, pair, after.receiverState)
  if (notifiesMissed(webhook) && after.behind === 'promoted') miss(model, pair)
  const newest = after.behind === 'promoted' ? newestWaiting : undefined
  supersede(
    model,
    waiting.filter((other) => other !== newest && after.behind !== null),
    now,
  )
  if (newest && after.superseded !== null) inherit(newest, delivery)
  if (after.superseded !== null) model.superseded.add(delivery.id)
  const former = after.superseded === null ? undefined : { ...delivery, dueAt }
  model.saw('an attempt gives way to the current state', after.superseded !== null)
  return {
    isSuperseded: after.superseded !== null,
    promoted: newest,
    promotedDueAt: newest ? dueAtOf(former, newest.urgency, now) : now,
    promotedFallbackAt: former && hastened(former.fallbackAt, isOver, now),
  }
}

/** It ends exactly if a newer one says more, or nothing is left to say. */
export function demandGivenWay(delivery: ModelDelivery, escalated: FollowedAttempt | undefined): void {
  demand(
    (delivery.state === 'superseded') === (escalated?.isSuperseded ?? false),
    'what was not accepted gives way to what is so now, and only to that',
    () => `delivery ${delivery.id} is ${delivery.state}`,
  )
}

/** The one that was let go must go, and when the one before it would have. */
export function demandPromoted(
  model: Model,
  { promoted, promotedDueAt, promotedFallbackAt }: FollowedAttempt,
  changes: readonly { readonly delivery: ModelDelivery; readonly change: RowChange }[],
): void {
  if (!promoted) return
  const isEnabled = model.webhooks.get(promoted.webhookId)?.enabled === true
  const dueAt = isEnabled ? promotedDueAt : null
  const found = changes.find(
    ({ delivery, change }) =>
      delivery === promoted && change.before.state === 'waiting' && change.after.state === 'pending',
  )
  demand(
    // It may be held in a step of its own.
    found !== undefined && promoted.dueAt === dueAt,
    'the newest goes where the one before it was',
    () => `delivery ${promoted.id}: ${JSON.stringify(found?.change.after)} instead of due at ${dueAt}`,
  )
  demand(
    promotedFallbackAt === undefined || promoted.fallbackAt === promotedFallbackAt,
    'the fallback of the newest is notified when that of the one before it would have been',
    () => `delivery ${promoted.id}: at ${promoted.fallbackAt} instead of ${promotedFallbackAt}`,
  )
}

/** A delivery has ended in another way: its alerts are out of sync, unless another delivery carries them. */
export function leave(
  model: Model,
  delivery: ModelDelivery,
  resync: Exclude<Resync, 'none'>,
  now: number,
): void {
  const pair = pairOf(model, delivery)
  const webhook = model.webhooks.get(delivery.webhookId)
  const receiverState = pair && sentOf(model, pair)
  if (!pair || !webhook || !receiverState) return
  const head = headOf(model, pair)
  if (head?.state === 'pending') return
  if (head) return writeReceiverStates(model, pair, { ...receiverState, resync })
  const must = mustNotify(receiverState, wantsClear(webhook, receiverState))
  if (must)
    writeReceiverStates(model, pair, {
      ...receiverState,
      resync,
      outOfSyncSince: receiverState.outOfSyncSince ?? now,
    })
  else if (receiverState.desired.state === 'cleared') writeReceiverStates(model, pair, null)
}

/** Its receiver takes what it is sent again. */
export function makeDue(
  model: Model,
  webhookId: number,
  { now = null, except }: { readonly now?: number | null; readonly except?: Pair | undefined },
): void {
  for (const [name, receiverState] of model.receiverState) {
    if (
      receiverState.webhookId !== webhookId ||
      receiverState.resync !== 'later' ||
      receiverState.alertId === except?.alertId
    )
      continue
    model.receiverState.set(name, {
      ...receiverState,
      resync: 'due',
      outOfSyncSince: receiverState.outOfSyncSince ?? now,
    })
  }
}
