import type { AlertEvent } from '../../../domain/alert/event.ts'
import type { AlertId, EventId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { EpisodeState } from '../../../domain/receiver-state/receiver-state.ts'
import type { AskedNotified, Notified } from '../../changes/rows.ts'
import type { OfEvent } from '../../changes/queue-rows.ts'
import { type EventRow, IS_NO_CHANGE, readEvent } from '../../rows/event-row.ts'
import type { Transaction } from '../connection/database.ts'
import { LOCK_CLASS } from '../connection/locks.ts'
import { inAlertQueue } from '../queue/in-alert-queue.ts'
import { statement } from '../connection/statement.ts'

/** Has two failing webhooks with one fallback check after each other whether it was notified. */
const LOCK = statement<[eventIds: readonly EventId[]]>(`
SELECT pg_advisory_xact_lock(${LOCK_CLASS.fallback}, key)
FROM (SELECT DISTINCT (id & 2147483647)::integer AS key FROM unnest($1::bigint[]) AS id ORDER BY key) AS keys`)

/** Selects the newest event of each alert; reports of missed alerts to one webhook do not count. */
const SELECT_NEWEST = statement<[alertIds: readonly AlertId[]], EventRow>(`
SELECT event.* FROM unnest($1::bigint[]) AS alert (id)
CROSS JOIN LATERAL (SELECT * FROM events WHERE alert_id = alert.id AND NOT ${IS_NO_CHANGE} ORDER BY id DESC LIMIT 1) AS event`)

const SELECT_ALERTS = statement<[alertIds: readonly AlertId[]], EpisodeState & { readonly id: AlertId }>(
  'SELECT id, state, episode_number AS "episodeNumber" FROM alerts WHERE id = ANY($1)',
)

/**
 * Selects by event, because a webhook may have very many receiver states. LIMIT keeps the planner from
 * reading a whole table.
 */
export const SELECT_NOTIFIED = statement<
  [
    eventIds: readonly EventId[],
    eventAts: readonly Instant[],
    webhookIds: readonly WebhookId[],
    subjects: readonly string[],
  ],
  Notified
>(`
SELECT events.id IS NOT NULL AS "isKept", coalesce((
    SELECT true FROM deliveries WHERE event_id = given.event_id AND webhook_id + 0 = given.webhook_id LIMIT 1
  ), (
    SELECT true FROM ended_deliveries AS ended
    WHERE event_id = given.event_id AND event_at = given.event_at AND webhook_id + 0 = given.webhook_id LIMIT 1
  ), false) AS "isNotified",
  coalesce((SELECT true FROM deliveries WHERE ${inAlertQueue('given')} LIMIT 1), false) AS "hasAlertQueue"
FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[]) WITH ORDINALITY AS given (event_id, event_at, webhook_id, subject, number)
LEFT JOIN events ON events.id = given.event_id AND events.accepted_at = given.event_at
ORDER BY given.number`)

export async function lockFanOut(transaction: Transaction, events: readonly OfEvent[]): Promise<void> {
  if (events.length > 0) await transaction.query(LOCK, [events.map(({ event_id: id }) => id)])
}

export async function findNotified(
  transaction: Transaction,
  asked: readonly AskedNotified[],
): Promise<readonly Notified[]> {
  if (asked.length === 0) return []
  const { rows } = await transaction.query(SELECT_NOTIFIED, [
    asked.map(({ event_id: eventId }) => eventId),
    asked.map(({ event_at: eventAt }) => eventAt!),
    asked.map(({ webhook_id: webhookId }) => webhookId),
    asked.map(({ subject }) => subject),
  ])
  return rows
}

export async function findNewestEvents(
  transaction: Transaction,
  alertIds: readonly AlertId[],
): Promise<ReadonlyMap<AlertId, AlertEvent>> {
  if (alertIds.length === 0) return new Map()
  const { rows } = await transaction.query(SELECT_NEWEST, [[...new Set(alertIds)]])
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
  if (alertIds.length === 0) return new Map()
  const { rows } = await transaction.query(SELECT_ALERTS, [[...new Set(alertIds)]])
  return new Map(rows.map(({ id, state, episodeNumber }) => [id, { state, episodeNumber }]))
}
