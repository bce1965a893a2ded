import type { BriefEvent } from '../../../domain/alert/brief-event.ts'
import type { EventId } from '../../../domain/ids.ts'
import type { Store } from '../../../storage/store.ts'

/** Events that are read at a time: other calls are served between two readings. */
const AT_ONCE = 50

/** Finds the events of these deliveries, by their ids. */
export async function findBriefEvents(
  store: Store,
  deliveries: readonly { readonly eventId: EventId }[],
): Promise<ReadonlyMap<EventId, BriefEvent>> {
  const ids = [...new Set(deliveries.map(({ eventId }) => eventId))]
  const found = new Map<EventId, BriefEvent>()
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const events = await store.findEvents(ids.slice(start, start + AT_ONCE))
    for (const event of events) found.set(event.id, event)
  }
  return found
}
