import type { Event } from '../../../domain/alert/event.ts'
import type { EventId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { OfEvent } from '../../changes/queue-rows.ts'
import { type EventRow, readEvent } from '../../rows/event-row.ts'
import type { Transaction } from '../connection/database.ts'
import { statement } from '../connection/statement.ts'

const FIND_EVENTS = statement<[ids: readonly EventId[], times: readonly Instant[]], EventRow>(`
SELECT event.* FROM unnest($1::bigint[], $2::bigint[]) AS given (id, at)
CROSS JOIN LATERAL (SELECT * FROM events WHERE id = given.id AND accepted_at = given.at) AS event`)

/** Finds the events of these deliveries, without damaged and removed ones. */
export async function findEventsOf(
  transaction: Transaction,
  deliveries: readonly OfEvent[],
): Promise<ReadonlyMap<EventId, Event>> {
  if (deliveries.length === 0) return new Map()
  const byId = new Map(deliveries.map((row) => [row.event_id, row.event_at ?? 0]))
  const { rows } = await transaction.query(FIND_EVENTS, [[...byId.keys()], [...byId.values()]])
  return new Map(rows.flatMap((row) => readEvent(row) ?? []).map((event) => [event.id, event]))
}
