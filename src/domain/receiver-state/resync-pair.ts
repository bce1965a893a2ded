import { acknowledgementAt } from '../alert/acknowledgement.ts'
import type { Alert } from '../alert/alert.ts'
import { alertEventOf, type AlertEvent, type NewEvent } from '../alert/event.ts'
import type { SilenceId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { Webhook } from '../webhook/webhook.ts'
import {
  countedState,
  usesReceiverState,
  isOver,
  mustNotify,
  wantsClears,
  type ReceiverState,
} from './receiver-state.ts'

/** Everything that decides about an alert that is out of sync. */
export interface OutOfSyncPair {
  readonly receiverState: ReceiverState
  /** Undefined: the webhook was deleted. */
  readonly webhook: Pick<Webhook, 'mode' | 'payloadType' | 'alertFlags' | 'enabled'> | undefined
  /** The `match` of the webhook fits the alert. */
  readonly meetsMatch: boolean
  /** The silence that covers the alert for this webhook; null: none does. */
  readonly coveredBy: SilenceId | null
  /** Undefined: the alert is no longer stored. */
  readonly alert: Pick<Alert, 'state' | 'episodeNumber' | 'acknowledgement'> | undefined
  /** A delivery of the alert is unfinished. */
  readonly hasAlertQueue: boolean
  readonly now: Instant
}

export interface ResyncedPair {
  /** Null: the state is forgotten. */
  readonly receiverState: ReceiverState | null
  /** The missing delivery is created. */
  readonly needsDelivery: boolean
}

/** Decides by the current state of the alert, whatever it was when the difference arose. */
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

/** Returns the event that sends the current state of an alert. `last` is the newest of its stored events. */
export function currentStateEvent(
  alert: Alert,
  receiverState: ReceiverState,
  { last, now }: { readonly last: AlertEvent | undefined; readonly now: Instant },
): Extract<NewEvent, { kind: 'alert' }> {
  const event = alertEventOf({ before: alert, after: alert, oldState: receiverState.lastSent.state }, now)
  const raisedAt = alert.state === 'cleared' && last ? last.raisedAt : event.raisedAt
  return { ...event, raisedAt, trigger: 'resync' }
}
