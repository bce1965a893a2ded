import { alerts } from './first-schema/alerts.ts'
import { deliveries } from './first-schema/deliveries.ts'
import { people } from './first-schema/people.ts'
import { sources } from './first-schema/sources.ts'
import { webhooks } from './first-schema/webhooks.ts'

/**
 * The names and meanings are those of the SQLite schema: times are milliseconds since the epoch, structured values JSON
 * text. Two things differ, for scale: `deliveries` holds only what is unfinished, and what has ended lies with its
 * event and its attempts in partitions by the day in which the event was accepted, so that history is dropped, not
 * deleted (storage/postgres/connection/partitions.ts). Everything of one event is found by (event_at, event_id).
 */
export const firstSchema = [people, webhooks, alerts, deliveries, sources].join('\n')
