import type { Model, ModelDelivery } from './model.ts'

/**
 * Returns the position of a late delivery in its queue: after an older event, or one that is being sent; else it
 * displaces.
 */
export function positionOf(
  model: Model,
  { alertQueue, eventId }: Pick<ModelDelivery, 'alertQueue' | 'eventId'>,
): { readonly isBehind: boolean; readonly mayDisplace: number | undefined } {
  const unfinished = [...model.alertQueue(alertQueue)].map((id) => model.delivery(id))
  const head = unfinished.find(({ state }) => state !== 'waiting')
  const isBehind = unfinished.some((other) => other.eventId <= eventId) || head?.state === 'sending'
  return { isBehind, mayDisplace: isBehind ? undefined : head?.id }
}
