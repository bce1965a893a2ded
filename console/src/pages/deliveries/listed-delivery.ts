import type { components } from '../../api/schema.ts'

type EventBrief = Pick<components['schemas']['BriefEvent'], 'kind' | 'name' | 'object_name' | 'server_name'>

export type ListedDelivery = components['schemas']['ListedDelivery']

/** Returns the event's object or server; null if unknown, or part of the name. */
export function locationOf({ name, object_name: object, server_name: server }: EventBrief): string | null {
  const location = object ?? server
  return location === name ? null : location
}

/** Fewer deliveries of an event are shown one by one. */
export const GROUPED_MIN = 6

const ORDER = [
  'failed',
  'pending',
  'sending',
  'waiting',
  'cancelled',
  'delivered',
  'superseded',
  'outdated',
] as const satisfies readonly ListedDelivery['state'][]

/** Adjacent deliveries of one event. */
export interface EventGroup {
  readonly eventId: number
  readonly deliveries: readonly ListedDelivery[]
}

/** Groups adjacent deliveries by event, in the list's order. */
export function groupByEvent(deliveries: readonly ListedDelivery[]): readonly EventGroup[] {
  const groups: { eventId: number; deliveries: ListedDelivery[] }[] = []
  for (const delivery of deliveries) {
    const last = groups.at(-1)
    if (last?.eventId === delivery.event_id) last.deliveries.push(delivery)
    else groups.push({ eventId: delivery.event_id, deliveries: [delivery] })
  }
  return groups
}

/** Counts deliveries by state, undelivered ones first. */
export function countStates(deliveries: readonly Pick<ListedDelivery, 'state'>[]): readonly {
  readonly state: ListedDelivery['state']
  readonly count: number
}[] {
  const counts = Map.groupBy(deliveries, ({ state }) => state)
  return ORDER.flatMap((state) => {
    const count = counts.get(state)?.length ?? 0
    return count === 0 ? [] : [{ state, count }]
  })
}
