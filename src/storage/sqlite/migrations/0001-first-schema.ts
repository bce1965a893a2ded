import { alerts } from './first-schema/alerts.ts'
import { deliveries } from './first-schema/deliveries.ts'
import { people } from './first-schema/people.ts'
import { sources } from './first-schema/sources.ts'
import { webhooks } from './first-schema/webhooks.ts'

/** Times are milliseconds since 1970, booleans 0 and 1, structured values JSON text. */
export const firstSchema = [people, webhooks, alerts, deliveries, sources].join('\n')
