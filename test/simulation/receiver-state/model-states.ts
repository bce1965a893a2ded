import type { AlertState } from '../../../src/domain/alert/alert.ts'
import {
  newReceiverState,
  type EpisodeState,
  type ReceiverState,
} from '../../../src/domain/receiver-state/receiver-state.ts'
import { urgencyOf } from '../model/model-urgency.ts'
import type { Model, ModelDelivery, ModelEvent } from '../model/model.ts'
import { fitsAlone } from '../model/model-match.ts'
import { isKept, type ModelWebhook } from '../model/model-webhook.ts'

/** A webhook and an alert. */
export interface Pair {
  readonly webhookId: number
  readonly alertId: number
}

export function pairName({ webhookId, alertId }: Pair): string {
  return `webhook ${webhookId}, alert ${alertId}`
}

export function pairOf(model: Model, { webhookId, eventId }: ModelDelivery): Pair | undefined {
  const alertId = model.events.get(eventId)?.alertId
  return alertId === undefined ? undefined : { webhookId, alertId }
}

/** Counts an alert as its receiver does: an alert that it is not notified of is over. */
export function countedAs(state: AlertState, isActive: boolean, escalated: boolean): AlertState {
  return escalated || isActive ? state : 'cleared'
}

export function wantsClear(
  { alertFlags }: ModelWebhook,
  { escalated }: Pick<ReceiverState, 'escalated'>,
): boolean {
  return escalated || alertFlags.cleared
}

export function sentOf(model: Model, pair: Pair): ReceiverState | undefined {
  return model.receiverState.get(pairName(pair))
}

export function writeReceiverStates(model: Model, pair: Pair, receiverState: ReceiverState | null): void {
  if (receiverState === null) model.receiverState.delete(pairName(pair))
  else model.receiverState.set(pairName(pair), receiverState)
}

/** Whether it gets alerts that were raised and cleared before anything could be sent. */
export function notifiesMissed(webhook: ModelWebhook): boolean {
  return isKept(webhook) && webhook.missedAlerts === 'notify'
}

/** How urgent it is, by what its receiver knew. Of an end that may be the first notification, by what it was. */
export function urgencyForReceiver(
  { oldState }: Pick<ModelEvent, 'oldState'>,
  state: AlertState,
  lastSent: Pick<EpisodeState, 'state'>,
): number {
  const isClearOfUncertain = state === 'cleared' && lastSent.state === 'cleared'
  return urgencyOf({
    oldState: isClearOfUncertain ? oldState : lastSent.state,
    newState: state,
    status: null,
  })
}

/** Returns the states that the event carries for this webhook; undefined: the event is the change itself. */
export function sentStates(
  model: Model,
  { id, alertId, newState, episodeNumber }: ModelEvent,
  webhook: ModelWebhook,
): { readonly episodeState: EpisodeState; readonly lastSent: EpisodeState } | undefined {
  if (alertId === undefined || newState === undefined) return undefined
  const pair = { alertId, webhookId: webhook.id }
  const receiverState = sentOf(model, pair)
  if (!receiverState && !isKept(webhook)) return undefined
  const { lastSent } = receiverState ?? newReceiverState(pair)
  return {
    episodeState: episodeStateOf(
      model,
      { id, newState, episodeNumber },
      webhook,
      receiverState ?? newReceiverState(pair),
    ),
    lastSent,
  }
}

/** Returns the state that counted when the request was prepared. */
export function episodeStateOf(
  model: Model,
  {
    id,
    newState,
    episodeNumber,
  }: { readonly id: number; readonly newState: AlertState; readonly episodeNumber: number },
  webhook: ModelWebhook,
  { alertId, escalated, eventId, desired }: ReceiverState,
): EpisodeState {
  if (eventId === id) return desired
  const isActive =
    webhook.alertFlags[newState] &&
    fitsAlone(model, webhook, { alertId, oldState: newState, newState }) !== false
  return { state: countedAs(newState, isActive, escalated), episodeNumber }
}

/** The unfinished one that does not wait. */
export function headOf(model: Model, pair: Pair): ModelDelivery | undefined {
  return alertQueueOf(model, pair).find(({ state }) => state !== 'waiting')
}

/** The unfinished ones, oldest events first. */
export function alertQueueOf(model: Model, pair: Pair): readonly ModelDelivery[] {
  return [...model.alertQueue(pairName(pair))]
    .map((id) => model.delivery(id))
    .toSorted((one, other) => one.eventId - other.eventId || one.id - other.id)
}

/** They must end so in this call; what the call did is compared with it. */
export function supersede(model: Model, deliveries: readonly ModelDelivery[], now: number): void {
  for (const delivery of deliveries) {
    model.saw(`${delivery.state} > superseded`)
    model.move(delivery, 'superseded')
    delivery.dueAt = null
    delivery.finishedAt = now
    if (!model.bornSuperseded.delete(delivery.id)) model.superseded.add(delivery.id)
  }
}

/** Gives a delivery the step in the schedule that a former one had reached. */
export function inherit(delivery: ModelDelivery, former: ModelDelivery): void {
  delivery.attemptsInLife = former.attemptsInLife
  delivery.begunAt = former.begunAt
  // By when it is due it is as old as that.
  delivery.made = former.made
}
