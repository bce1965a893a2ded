import type { AlertState } from '../../../src/domain/alert/alert.ts'
import { newTold, type Telling, type Told } from '../../../src/domain/telling/told.ts'
import { urgencyOf } from '../model/model-urgency.ts'
import type { Model, ModelDelivery, ModelEvent } from '../model/model.ts'
import type { ModelWebhook } from '../model/model-webhook.ts'

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

export function isKept({ mode, payloadType }: Pick<ModelWebhook, 'mode' | 'payloadType'>): boolean {
  return mode === 'present' && payloadType === 'ALERT'
}

/** As a receiver counts it: what it is not told of is over. */
export function countedAs(state: AlertState, { alertFlags }: ModelWebhook, follows: boolean): AlertState {
  return follows || alertFlags[state] ? state : 'cleared'
}

export function isEndWanted({ alertFlags }: ModelWebhook, { follows }: Pick<Told, 'follows'>): boolean {
  return follows || alertFlags.cleared
}

export function toldOf(model: Model, pair: Pair): Told | undefined {
  return model.told.get(pairName(pair))
}

export function writeTold(model: Model, pair: Pair, told: Told | null): void {
  if (told === null) model.told.delete(pairName(pair))
  else model.told.set(pairName(pair), told)
}

/** Whether it is told what was raised and over before anything of it could be sent. */
export function tellsMissed(webhook: ModelWebhook): boolean {
  return isKept(webhook) && webhook.missed === 'tell'
}

/** How urgent it is, by what its receiver knew. Of an end that may be the first it hears of, by what it was. */
export function urgencyAsTold(
  { oldState }: Pick<ModelEvent, 'oldState'>,
  state: AlertState,
  known: Pick<Telling, 'state'>,
): number {
  const isEndOfMaybe = state === 'cleared' && known.state === 'cleared'
  return urgencyOf({ oldState: isEndOfMaybe ? oldState : known.state, newState: state, status: null })
}

/** What the event tells this webhook; undefined: it is told of the change that the event is. */
export function asTold(
  model: Model,
  { id, alertId, newState, raise }: ModelEvent,
  webhook: ModelWebhook,
): { readonly telling: Telling; readonly known: Telling } | undefined {
  if (alertId === undefined || newState === undefined) return undefined
  const pair = { alertId, webhookId: webhook.id }
  const told = toldOf(model, pair)
  if (!told && !isKept(webhook)) return undefined
  const { known } = told ?? newTold(pair)
  return { telling: tellingOf({ id, newState, raise }, webhook, told ?? newTold(pair)), known }
}

/** As it was counted when it was to be told. */
export function tellingOf(
  { id, newState, raise }: { readonly id: number; readonly newState: AlertState; readonly raise: number },
  webhook: ModelWebhook,
  { follows, eventId, present }: Told,
): Telling {
  return eventId === id ? present : { state: countedAs(newState, webhook, follows), raise }
}

/** The unfinished one that does not wait. */
export function headOf(model: Model, pair: Pair): ModelDelivery | undefined {
  return lineOf(model, pair).find(({ state }) => state !== 'waiting')
}

/** The unfinished ones, oldest events first. */
export function lineOf(model: Model, pair: Pair): readonly ModelDelivery[] {
  return [...model.line(pairName(pair))]
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

/** One goes on where another was: its place in the schedule. */
export function inherit(delivery: ModelDelivery, former: ModelDelivery): void {
  delivery.attemptsInLife = former.attemptsInLife
  delivery.begunAt = former.begunAt
  // By when it is due it is as old as that.
  delivery.made = former.made
}
