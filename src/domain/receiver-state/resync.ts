import { acknowledgementAt } from '../alert/acknowledgement.ts'
import type { Alert } from '../alert/alert.ts'
import { type AlertEvent, alertEventOf, type NewEvent } from '../alert/event.ts'
import { AppError } from '../errors.ts'
import type { SilenceId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { AlertFlags, Webhook } from '../webhook/webhook.ts'
import {
  countedState,
  isOver,
  mustNotify,
  type ReceiverState,
  usesCurrentState,
  usesReceiverState,
  wantsClears,
} from './receiver-state.ts'

/** Throws `conflict` if the webhook is disabled, or in mode `every_change` without an escalated alert. */
export function refuseResync(
  webhook: Pick<Webhook, 'id' | 'mode' | 'payloadType' | 'enabled'>,
  { escalated }: Pick<ReceiverState, 'escalated'>,
): void {
  const { id } = webhook
  if (!usesCurrentState(webhook) && !escalated) {
    throw new AppError(
      'conflict',
      `Webhook ${id} is in mode every_change, and follows no alert as a fallback: its receiver gets every change, and has no receiver state. Set its mode to current_state first; or retry what has failed.`,
    )
  }
  if (!webhook.enabled) {
    throw new AppError(
      'conflict',
      `Webhook ${id} is disabled, so nothing can be sent to it. Enable it: then it is resynced by itself.`,
    )
  }
}

const NO_FLAGS: AlertFlags = { low: false, medium: false, high: false, cleared: false }

/** Returns the states in which a resync also sends alerts without a receiver state; none in mode `every_change`. */
export function statesToResync(webhook: Pick<Webhook, 'mode' | 'payloadType' | 'alertFlags'>): AlertFlags {
  return usesCurrentState(webhook) ? webhook.alertFlags : NO_FLAGS
}

/** Says why a delivery is not retried; completes "Delivery 5 …". */
export const ALREADY_IN_SYNC =
  'has a state that is no longer current, or that the receiver has already: its webhook is in current-state mode. Resync the webhook instead: its receiver gets what differs.'

interface OutOfSyncPair {
  readonly receiverState: ReceiverState
  /** Undefined: deleted. */
  readonly webhook: Pick<Webhook, 'mode' | 'payloadType' | 'alertFlags' | 'enabled'> | undefined
  readonly meetsMatch: boolean
  readonly coveredBy: SilenceId | null
  /** Undefined: no longer stored. */
  readonly alert: Pick<Alert, 'state' | 'episodeNumber' | 'acknowledgement'> | undefined
  readonly hasAlertQueue: boolean
  readonly now: Instant
}

interface ResyncedPair {
  /** Null: the state is forgotten. */
  readonly receiverState: ReceiverState | null
  readonly needsDelivery: boolean
}

/** Decides by the alert's current state, not by the one that made the difference. */
export function resyncPair({
  receiverState,
  webhook,
  meetsMatch,
  coveredBy,
  alert,
  hasAlertQueue,
  now,
}: OutOfSyncPair): ResyncedPair {
  if (!webhook || !alert || !usesReceiverState(webhook, receiverState))
    return { receiverState: null, needsDelivery: false }
  const desired = {
    state: countedState(alert.state, meetsMatch && webhook.alertFlags[alert.state], receiverState),
    episodeNumber: alert.episodeNumber,
  }
  const restate = receiverState.restate && acknowledgementAt(alert, now) !== undefined
  const current: ReceiverState = hasAlertQueue ? receiverState : { ...receiverState, desired, restate }
  const wantsClear = wantsClears(webhook, receiverState)
  const must = mustNotify(current, wantsClear)
  if (isOver(current, wantsClear) && !hasAlertQueue) return { receiverState: null, needsDelivery: false }
  const heldBy = current.desired.state === 'cleared' ? null : coveredBy
  if (must && !hasAlertQueue && (heldBy !== null || !webhook.enabled))
    return { receiverState: { ...current, resync: 'later', heldBy }, needsDelivery: false }
  return {
    receiverState: {
      ...current,
      resync: 'none',
      heldBy: null,
      outOfSyncSince: must ? (receiverState.outOfSyncSince ?? now) : null,
    },
    needsDelivery: must && !hasAlertQueue,
  }
}

/** Returns the event that sends the current state. `last`: the alert's newest stored event. */
export function currentStateEvent(
  alert: Alert,
  receiverState: ReceiverState,
  { last, now }: { readonly last: AlertEvent | undefined; readonly now: Instant },
): Extract<NewEvent, { kind: 'alert' }> {
  const event = alertEventOf({ before: alert, after: alert, oldState: receiverState.lastSent.state }, now)
  const raisedAt = alert.state === 'cleared' && last ? last.raisedAt : event.raisedAt
  return { ...event, raisedAt, trigger: 'resync' }
}
