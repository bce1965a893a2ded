import { alerts } from './first-schema/alerts.ts'
import { deliveries } from './first-schema/deliveries.ts'
import { people } from './first-schema/people.ts'
import { sources } from './first-schema/sources.ts'
import { webhooks } from './first-schema/webhooks.ts'

/**
 * Names and meanings are those of the SQLite schema: times are milliseconds since 1970, structured values
 * JSON text. For scale, `deliveries` holds only unfinished ones; ended ones lie with their events and
 * attempts in partitions by the day of the event, so that history is dropped, not deleted
 * (storage/postgres/connection/partitions.ts). (event_at, event_id) finds everything of an event.
 */
export const firstSchema = [people, webhooks, alerts, deliveries, sources].join('\n')
