import { countNotified, EXCEPTIONS_MAX } from '../../domain/overview/on-call.ts'
import type { DeliveryState } from '../../domain/delivery/delivery.ts'
import type { AlertId, EventId, WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { many, one, type Scripts, statement, together } from '../transactions/transaction-script.ts'

/**
 * SQL on an attempt: certainly nothing was sent, as `certaintyOf` decides, by the reason: a complete 3xx or
 * 4xx but 408 and 425, or no connection. A response may be encrypted.
 */
const IS_NOT_SENT = `(request IS NULL
  OR ((reason LIKE 'HTTP 3%' OR reason LIKE 'HTTP 4%') AND reason NOT LIKE 'HTTP 408%' AND reason NOT LIKE 'HTTP 425%')
  OR reason LIKE 'connection refused%' OR reason LIKE 'no route to %' OR reason LIKE 'no connection to %'
  OR reason LIKE 'the host is down%' OR reason LIKE 'the name %')`

/**
 * Returns SQL on an ended delivery, named `table`: its receiver was, or may have been, notified. An attempt
 * without a record may have sent something.
 */
export function isPossiblySent(table: string): string {
  return `(${table}.state = 'delivered' OR (${table}.state = 'failed' AND ${table}.attempts_made > (
    SELECT count(*) FROM attempts WHERE delivery_id = ${table}.id AND ${IS_NOT_SENT})))`
}

/** Returns the pattern of bodies of an episode's events. No text in a body has an unescaped quote. */
export function episodePattern(episodeNumber: number): string {
  return `%"episodeNumber":${episodeNumber},%`
}

/** SQL on an event: the alert cleared. */
const IS_CLEAR = `body LIKE '%"newState":"cleared","episodeNumber":%'`

/** Returns SQL for the ids of an episode's events while the alert is active. */
export function eventsOfEpisode(alertId: string, pattern: string): string {
  return `SELECT id, accepted_at FROM events WHERE alert_id = ${alertId} AND NOT ${IS_CLEAR} AND id > coalesce((
    SELECT id FROM events WHERE alert_id = ${alertId} AND body NOT LIKE ${pattern} ORDER BY id DESC LIMIT 1), 0)`
}

/** SQL that compares the episode's number in a body with the alert's. */
const IS_LAST_EPISODE = `event.body LIKE '%"episodeNumber":' || alert.episode_number || ',%'`

/**
 * Returns SQL on an ended delivery, named `table`: the clear of the active alert needs it to know whom to notify, so
 * it is kept until then. `isOfEvent` joins the event.
 */
export function isOfRaisedAlert(table: string, isOfEvent = `event.id = ${table}.event_id`): string {
  return `(${table}.state IN ('delivered', 'failed') AND EXISTS (
    SELECT 1 FROM events AS event JOIN alerts AS alert ON alert.id = event.alert_id
    WHERE ${isOfEvent} AND alert.state <> 'cleared' AND ${IS_LAST_EPISODE}))`
}

/** Events read per alert: acknowledgements and resyncs may follow its last change. */
const NEWEST_EVENTS = 10

/** Counts who was notified of alerts, and finds alerts of which nobody was. */
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

/** Returns the last change of each alert and later events; expects the newest last. */
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

/** Subqueries with a limit run per alert, so that no planner scans the whole history. */
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
