import type { AlertEvent } from '../../../domain/alert/event.ts'
import type { AlertId } from '../../../domain/ids.ts'
import type { EpisodeState } from '../../../domain/receiver-state/receiver-state.ts'
import type { AskedNotified, Notified } from '../../changes/rows.ts'
import type { OfEvent } from '../../changes/queue-rows.ts'
import { type EventRow, IS_NO_CHANGE, readEvent } from '../../rows/event-row.ts'
import type { Transaction } from '../connection/database.ts'
import { LOCK_CLASS } from '../connection/locks.ts'
import { inAlertQueue } from '../queue/in-alert-queue.ts'
import { listStatement, setStatement } from '../connection/set-statement.ts'
import { QUEUE } from '../queue/alert-queue.ts'

/** Has two failing webhooks with one fallback check after each other whether it was notified. */
export const LOCK_FAN_OUT = setStatement<OfEvent>({ event_id: 'bigint' })(`
SELECT pg_advisory_xact_lock(${LOCK_CLASS.fallback}, key)
FROM (SELECT DISTINCT (event_id & 2147483647)::integer AS key FROM GIVEN ORDER BY key) AS keys`)

/** Selects the newest event of each alert; reports of missed alerts to one webhook do not count. */
const SELECT_NEWEST = listStatement<AlertId, [], EventRow>(`
SELECT event.* FROM unnest($1::bigint[]) AS alert (id)
CROSS JOIN LATERAL (SELECT * FROM events WHERE alert_id = alert.id AND NOT ${IS_NO_CHANGE} ORDER BY id DESC LIMIT 1) AS event`)

const SELECT_ALERTS = listStatement<AlertId, [], EpisodeState & { readonly id: AlertId }>(
  'SELECT id, state, episode_number AS "episodeNumber" FROM alerts WHERE id = ANY($1)',
)

/**
 * Selects by event, because a webhook may have very many receiver states. LIMIT keeps the planner from
 * reading a whole table.
 */
export const SELECT_NOTIFIED = setStatement<AskedNotified, [], Notified>(
  { event_id: 'bigint', event_at: 'bigint', ...QUEUE },
  { isNumbered: true },
)(`
SELECT events.id IS NOT NULL AS "isKept", coalesce((
    SELECT true FROM deliveries WHERE event_id = given.event_id AND webhook_id + 0 = given.webhook_id LIMIT 1
  ), (
    SELECT true FROM ended_deliveries AS ended
    WHERE event_id = given.event_id AND event_at = given.event_at AND webhook_id + 0 = given.webhook_id LIMIT 1
  ), false) AS "isNotified",
  coalesce((SELECT true FROM deliveries WHERE ${inAlertQueue('given')} LIMIT 1), false) AS "hasAlertQueue"
FROM GIVEN
LEFT JOIN events ON events.id = given.event_id AND events.accepted_at = given.event_at
ORDER BY given.place`)

export async function findNewestEvents(
  transaction: Transaction,
  alertIds: readonly AlertId[],
): Promise<ReadonlyMap<AlertId, AlertEvent>> {
  const rows = await SELECT_NEWEST.read(transaction, [...new Set(alertIds)])
  return new Map(
    rows.flatMap((row) => {
      const event = readEvent(row)
      return event?.kind === 'alert' ? [[event.alertId, event] as const] : []
    }),
  )
}

export async function findAlertStates(
  transaction: Transaction,
  alertIds: readonly AlertId[],
): Promise<ReadonlyMap<AlertId, EpisodeState>> {
  const rows = await SELECT_ALERTS.read(transaction, [...new Set(alertIds)])
  return new Map(rows.map(({ id, state, episodeNumber }) => [id, { state, episodeNumber }]))
}
