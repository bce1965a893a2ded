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
export function eventsOfEpisode({
  alertId,
  pattern,
}: {
  readonly alertId: string
  readonly pattern: string
}): string {
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
