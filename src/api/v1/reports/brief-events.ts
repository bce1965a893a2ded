import type { BriefEvent } from '../../../domain/alert/event.ts'
import type { EventId } from '../../../domain/ids.ts'
import type { Store } from '../../../storage/store.ts'

/** So many are read at a time: between two readings others have their turn. */
const AT_ONCE = 50

/** Of these deliveries, by the ids of the events. */
export async function findBriefEvents(
  store: Pick<Store, 'findEvents'>,
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
