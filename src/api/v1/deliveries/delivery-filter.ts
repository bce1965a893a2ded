import type { Delivery } from '../../../domain/delivery/delivery.ts'
import type { DeliveryFilter, EventFilter } from '../../../domain/filter/delivery-filters.ts'
import { fitsEventFilter, isSelective, needsEvent } from '../../../domain/filter/delivery-filters.ts'
import type { DeliveryId } from '../../../domain/ids.ts'
import type { Store } from '../../../storage/store.ts'
import { findBriefEvents } from '../reports/event-wire.ts'

type Fitting = (chunk: readonly Delivery[]) => Promise<readonly Delivery[]>

/** Returns what picks the fitting deliveries of a chunk; undefined: all fit. */
export function fittingDeliveries(filter: EventFilter, store: Store): Fitting | undefined {
  if (!isSelective(filter)) return undefined
  return async (chunk) => {
    const wanted = chunk.filter(({ subject }) => needsEvent(filter, subject))
    const events = await findBriefEvents(store, wanted)
    return chunk.filter(({ subject, eventId }) => fitsEventFilter(filter, subject, events.get(eventId)))
  }
}

export interface Counted {
  readonly matching: number
  readonly more: boolean
}

const CHUNK = 500

/** Counts the deliveries that fit, up to a limit; if each has to be read, among that many of the newest. */
export async function countFitting(
  filter: DeliveryFilter & EventFilter,
  store: Store,
  limit: number,
): Promise<Counted> {
  const fitting = fittingDeliveries(filter, store)
  if (!fitting) {
    const count = await store.countDeliveries(filter, limit + 1)
    return { matching: Math.min(count, limit), more: count > limit }
  }
  let matching = 0
  let before: DeliveryId | undefined
  for (let readCount = 0; readCount < limit; readCount += CHUNK) {
    const chunk = await store.listDeliveries(filter, {
      limit: CHUNK,
      ...(before !== undefined && { before }),
    })
    matching += (await fitting(chunk)).length
    if (chunk.length < CHUNK) return { matching, more: false }
    before = chunk.at(-1)?.id
  }
  return { matching, more: true }
}
