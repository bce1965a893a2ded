import type { AlertId, EventId, WebhookId } from '../../domain/ids.ts'
import type { DeliveryState } from '../../domain/delivery/delivery.ts'
import { countNotified, EXCEPTIONS_MAX } from '../../domain/overview/notified-counts.ts'
import { many, together, type Scripts } from '../transactions/transaction-script.ts'
import { statement } from '../transactions/statement.ts'

/** The newest events of an alert that are looked at: acknowledgements and resyncs may stand after its last change. */
const NEWEST_EVENTS = 10

/** Counts, for each alert, who was notified of its present state. */
export function notifiedCountScripts(): Scripts<'countNotified'> {
  return {
    *countNotified(alertIds) {
      const newest = yield* many(SELECT_EVENTS, { ids: JSON.stringify(alertIds), skip: NEWEST_EVENTS - 1 })
      const sinceChange = eventsSinceChange(newest)
      const ids = JSON.stringify(sinceChange.map(({ id }) => id))
      const [counts, exceptions] = yield* together([
        many(COUNT_STATES, { ids }),
        many(SELECT_EXCEPTIONS, { ids, limit: EXCEPTIONS_MAX }),
      ])
      return countNotified(sinceChange, { counts, exceptions })
    },
  }
}

interface EventRow {
  readonly id: EventId
  readonly alertId: AlertId
  readonly trigger: string | null
}

/** Returns the last change of each alert and what came after it. `newest`: of each alert the newest last. */
function eventsSinceChange(newest: readonly EventRow[]): readonly EventRow[] {
  return [...Map.groupBy(newest, ({ alertId }) => alertId).values()].flatMap((events) => {
    const change = events.findLastIndex(({ trigger }) => trigger === null || trigger === 'change')
    return events.slice(Math.max(0, change))
  })
}

const SELECT_EVENTS = statement<{ ids: string; skip: number }, EventRow>(
  ({ isAmong, memberOf }) => `
  SELECT events.id, events.alert_id AS "alertId", ${memberOf('events.body', 'trigger')} AS trigger
  FROM alerts JOIN events ON events.alert_id = alerts.id AND events.id >= coalesce((
    SELECT older.id FROM events AS older WHERE older.alert_id = alerts.id ORDER BY older.id DESC LIMIT 1 OFFSET @skip
  ), 0)
  WHERE ${isAmong('alerts.id', '@ids')} ORDER BY events.id`,
)

interface StateCount {
  readonly eventId: EventId
  readonly state: DeliveryState
  readonly count: number
}

const COUNT_STATES = statement<{ ids: string }, StateCount>(
  ({ everyDelivery, isAmong }) => `
  SELECT event_id AS "eventId", state, count(*) AS count FROM ${everyDelivery} AS line
  WHERE ${isAmong('event_id', '@ids')} GROUP BY event_id, state`,
)

interface ExceptionRow {
  readonly eventId: EventId
  readonly webhookId: WebhookId
  readonly state: DeliveryState
}

const SELECT_EXCEPTIONS = statement<{ ids: string; limit: number }, ExceptionRow>(
  ({ everyDelivery, isAmong }) => `
  SELECT event_id AS "eventId", webhook_id AS "webhookId", state FROM ${everyDelivery} AS line
  WHERE ${isAmong('event_id', '@ids')} AND state IN ('waiting', 'pending', 'sending', 'failed', 'cancelled')
  ORDER BY CASE state WHEN 'failed' THEN 0 WHEN 'cancelled' THEN 1 ELSE 2 END, id DESC LIMIT @limit`,
)
