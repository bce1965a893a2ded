import { countNotified } from '../../domain/overview/on-call.ts'
import { EXCEPTIONS_MAX } from '../../domain/overview/on-call.ts'
import type { DeliveryState } from '../../domain/delivery/delivery.ts'
import type { AlertId, EventId, WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { many, one, type Scripts, statement, together } from '../transactions/transaction-script.ts'

/**
 * SQL on a row of attempts: certainly nothing was sent by it, as `certaintyOf` decides (domain/receiver-state). It goes
 * by the reason, because a response may be encrypted: a complete 3xx or 4xx but 408 and 425, or no connection.
 */
const IS_NOT_SENT = `(request IS NULL
  OR ((reason LIKE 'HTTP 3%' OR reason LIKE 'HTTP 4%') AND reason NOT LIKE 'HTTP 408%' AND reason NOT LIKE 'HTTP 425%')
  OR reason LIKE 'connection refused%' OR reason LIKE 'no route to %' OR reason LIKE 'no connection to %'
  OR reason LIKE 'the host is down%' OR reason LIKE 'the name %')`

/**
 * SQL on a row of deliveries that has ended, named `table`: its receiver was, or may have been, notified. An attempt
 * without a record lost its lease, and may have sent something.
 */
export function isPossiblySent(table: string): string {
  return `(${table}.state = 'delivered' OR (${table}.state = 'failed' AND ${table}.attempts_made > (
    SELECT count(*) FROM attempts WHERE delivery_id = ${table}.id AND ${IS_NOT_SENT})))`
}

/** The pattern of the bodies of the events of an episode. No text in a body has an unescaped quote. */
export function episodePattern(episodeNumber: number): string {
  return `%"episodeNumber":${episodeNumber},%`
}

/** SQL on a row of events: it says that the alert cleared. */
const IS_CLEAR = `body LIKE '%"newState":"cleared","episodeNumber":%'`

/** SQL: the ids of the events of an episode that say that the alert is raised. */
export function eventsOfEpisode(alertId: string, pattern: string): string {
  return `SELECT id, accepted_at FROM events WHERE alert_id = ${alertId} AND NOT ${IS_CLEAR} AND id > coalesce((
    SELECT id FROM events WHERE alert_id = ${alertId} AND body NOT LIKE ${pattern} ORDER BY id DESC LIMIT 1), 0)`
}

/** Comparison of the number of the episode in a body with that of its alert, both in SQL. */
const IS_LAST_EPISODE = `event.body LIKE '%"episodeNumber":' || alert.episode_number || ',%'`

/**
 * SQL on a row of ended deliveries, named `table`: by it the clear of an alert that is still raised finds whom to
 * notify, so its retention begins with that. `isOfEvent` compares the event with the delivery.
 */
export function isOfRaisedAlert(table: string, isOfEvent = `event.id = ${table}.event_id`): string {
  return `(${table}.state IN ('delivered', 'failed') AND EXISTS (
    SELECT 1 FROM events AS event JOIN alerts AS alert ON alert.id = event.alert_id
    WHERE ${isOfEvent} AND alert.state <> 'cleared' AND ${IS_LAST_EPISODE}))`
}

/** The newest events of an alert that are read: acknowledgements and resyncs may stand after its last change. */
const NEWEST_EVENTS = 10

/** Counts, for each alert, who was notified of its present state, and finds those of which nobody was. */
export function notifiedCountScripts(): Scripts<'countNotified' | 'findUnnotified'> {
  return {
    *findUnnotified(alertIds) {
      const rows = yield* many(SELECT_UNNOTIFIED, { ids: JSON.stringify(alertIds) })
      return rows.map(({ alertId, isOnTheWay }) => ({ alertId, isOnTheWay: isOnTheWay === 1 }))
    },

    *countNotified(alertIds) {
      const newest = yield* many(SELECT_EVENTS, { ids: JSON.stringify(alertIds), skip: NEWEST_EVENTS - 1 })
      const sinceChange = eventsSinceChange(newest)
      const ids = JSON.stringify(sinceChange.map(({ id }) => id))
      const [counts, exceptions] = yield* together([
        many(COUNT_STATES, { ids }),
        many(SELECT_EXCEPTIONS, { ids, limit: EXCEPTIONS_MAX }),
      ])
      return countNotified(sinceChange, counts, exceptions)
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

/** Subqueries with a limit are run for each alert: a planner makes no scan of the whole history of them. */
const SELECT_UNNOTIFIED = statement<{ ids: string }, { alertId: AlertId; isOnTheWay: 0 | 1 }>(
  ({ everyDelivery, isAmong, memberOf }) => {
    const anyInState = (states: string) => `(
    SELECT 1 FROM events AS later WHERE later.alert_id = changed.id AND later.id >= changed.event_id AND (
      SELECT 1 FROM ${everyDelivery} AS delivery WHERE delivery.event_id = later.id AND delivery.state IN (${states}) LIMIT 1
    ) IS NOT NULL LIMIT 1
  )`
    return `
  SELECT id AS "alertId", CASE WHEN ${anyInState("'waiting', 'pending', 'sending'")} IS NULL THEN 0 ELSE 1 END AS "isOnTheWay"
  FROM (
    SELECT alerts.id, coalesce((
      SELECT events.id FROM events
      WHERE events.alert_id = alerts.id AND coalesce(${memberOf('events.body', 'trigger')}, 'change') = 'change'
      ORDER BY events.id DESC LIMIT 1
    ), 0) AS event_id FROM alerts WHERE ${isAmong('alerts.id', '@ids')}
  ) AS changed WHERE ${anyInState("'delivered'")} IS NULL`
  },
)

interface StateCount {
  readonly eventId: EventId
  readonly state: DeliveryState
  readonly count: number
}

const COUNT_STATES = statement<{ ids: string }, StateCount>(
  ({ everyDelivery, isAmong }) => `
  SELECT event_id AS "eventId", state, count(*) AS count FROM ${everyDelivery} AS delivery
  WHERE ${isAmong('event_id', '@ids')} GROUP BY event_id, state`,
)

interface ExceptionRow {
  readonly eventId: EventId
  readonly webhookId: WebhookId
  readonly state: DeliveryState
}

const SELECT_EXCEPTIONS = statement<{ ids: string; limit: number }, ExceptionRow>(
  ({ everyDelivery, isAmong }) => `
  SELECT event_id AS "eventId", webhook_id AS "webhookId", state FROM ${everyDelivery} AS delivery
  WHERE ${isAmong('event_id', '@ids')} AND state IN ('waiting', 'pending', 'sending', 'failed', 'cancelled')
  ORDER BY CASE state WHEN 'failed' THEN 0 WHEN 'cancelled' THEN 1 ELSE 2 END, id DESC LIMIT @limit`,
)

/** Counts events that no webhook took. */
export function notifiedNobodyScripts(): Scripts<'countNotifiedNobody'> {
  return {
    *countNotifiedNobody(count) {
      return (yield* one(COUNT, count))?.count ?? 0
    },
  }
}

const COUNT = statement<{ since: Instant; limit: number }, { count: number }>(
  `SELECT count(*) AS count FROM (
     SELECT 1 FROM events WHERE notified_nobody = 1 AND accepted_at >= @since ORDER BY accepted_at LIMIT @limit
   ) AS counted`,
)
