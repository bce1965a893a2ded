import { alertIdOf, type AlertEvent } from '../../../domain/alert/event.ts'
import { urgencyOf, type Urgency } from '../../../domain/delivery/urgency.ts'
import {
  saysCurrentState,
  mayEscalate,
  newEscalation,
  newEscalationOfState,
  type EpisodeState,
  type ReceiverState,
  type ReceiverStateKey,
} from '../../../domain/receiver-state/receiver-state.ts'
import { fallbackAt } from '../../../domain/routing/fallback.ts'
import type { AlertId, DeliveryId, EventId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import type { DeliveryRow } from '../../rows/delivery-row.ts'
import { readEvent, IS_NO_CHANGE, type EventRow } from '../../rows/event-row.ts'
import type { Transaction } from '../connection/database.ts'
import { statement } from '../connection/statement.ts'
import { insertDeliveries } from '../queue/alert-queue-changes.ts'
import { nameOfPair } from '../../changes/rows.ts'
import { findReceiverState, writeReceiverStates } from './state-table.ts'

/** A delivery that has just failed, or has not arrived in time. */
export interface Failed {
  readonly id: DeliveryId
  readonly webhookId: WebhookId
  readonly subject: string
  readonly eventId: EventId
  readonly eventAt: Instant
  readonly fallbackDepth: number
  readonly urgency: Urgency
}

export function toFailed(
  row: Pick<DeliveryRow, 'id' | 'webhook_id' | 'subject' | 'event_id' | 'fallback_depth' | 'urgency'> & {
    readonly event_at: Instant
  },
): Failed {
  return {
    id: row.id,
    webhookId: row.webhook_id,
    subject: row.subject,
    eventId: row.event_id,
    eventAt: row.event_at,
    fallbackDepth: row.fallback_depth,
    urgency: row.urgency,
  }
}

export interface Duty {
  readonly failed: Failed
  readonly fallback: Webhook
}

/** Selects the newest event of each alert; reports of missed alerts to one webhook do not count. */
const SELECT_NEWEST = statement<[alertIds: readonly AlertId[]], EventRow>(`
SELECT event.* FROM unnest($1::bigint[]) AS alert (id)
CROSS JOIN LATERAL (SELECT * FROM events WHERE alert_id = alert.id AND NOT ${IS_NO_CHANGE} ORDER BY id DESC LIMIT 1) AS event`)

const SELECT_ALERTS = statement<[alertIds: readonly AlertId[]], EpisodeState & { readonly id: AlertId }>(
  'SELECT id, state, episode_number AS "episodeNumber" FROM alerts WHERE id = ANY($1)',
)

/** Selects by event, because a webhook may have very many receiver states. */
const SELECT_KNOWN = statement<
  [
    eventIds: readonly EventId[],
    eventAts: readonly Instant[],
    webhookIds: readonly WebhookId[],
    subjects: readonly string[],
  ],
  { event_id: EventId; webhook_id: WebhookId; isNotified: boolean; hasAlertQueue: boolean }
>(`
SELECT given.event_id, given.webhook_id, EXISTS (SELECT FROM deliveries WHERE event_id = given.event_id AND webhook_id + 0 = given.webhook_id)
  OR EXISTS (
    SELECT FROM ended_deliveries
    WHERE event_id = given.event_id AND event_at = given.event_at AND webhook_id + 0 = given.webhook_id
  ) AS "isNotified",
  EXISTS (SELECT FROM deliveries WHERE subject = given.subject AND webhook_id = given.webhook_id) AS "hasAlertQueue"
FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[]) AS given (event_id, event_at, webhook_id, subject)`)

export async function findNewestEvents(transaction: Transaction, alertIds: readonly AlertId[]) {
  if (alertIds.length === 0) return []
  const { rows } = await transaction.query(SELECT_NEWEST, [[...new Set(alertIds)]])
  return rows.flatMap((row) => {
    const event = readEvent(row)
    return event?.kind === 'alert' ? [event] : []
  })
}

/**
 * Notifies fallbacks of the current state of locked alerts, which they follow until the clear, unless they do
 * already. The first of two duties counts.
 */
export async function followAlerts(
  transaction: Transaction,
  duties: readonly Duty[],
  now: Instant,
): Promise<void> {
  if (duties.length === 0) return
  const byPair = new Map(duties.toReversed().map((duty) => [nameOfPair(pairOf(duty)), duty]))
  const wanted = [...byPair.values()].toReversed()
  const pairs = wanted.map(pairOf)
  const [receiverState, newest, alerts] = await Promise.all([
    findReceiverState(transaction, pairs),
    findNewestEvents(
      transaction,
      pairs.map(({ alertId }) => alertId),
    ),
    findAlertStates(
      transaction,
      pairs.map(({ alertId }) => alertId),
    ),
  ])
  const eventOf = new Map(newest.map((event) => [event.alertId, event]))
  const candidates = wanted.flatMap((duty) => {
    const pair = pairOf(duty)
    const event = eventOf.get(pair.alertId)
    const alert = alerts.get(pair.alertId)
    if (!event || alert?.state === 'cleared') return []
    return mayEscalate(receiverState.get(nameOfPair(pair)), event) ? [{ duty, pair, event, alert }] : []
  })
  if (candidates.length === 0) return
  const { rows } = await transaction.query(SELECT_KNOWN, [
    candidates.map(({ event }) => event.id),
    candidates.map(({ event }) => event.acceptedAt),
    candidates.map(({ pair }) => pair.webhookId),
    candidates.map(({ duty }) => duty.failed.subject),
  ])
  const knownOf = new Map(rows.map((row) => [`${row.event_id} ${row.webhook_id}`, row]))
  const following = candidates.flatMap((one) => {
    const known = knownOf.get(`${one.event.id} ${one.pair.webhookId}`)
    return known?.isNotified ? [] : [{ ...one, hasAlertQueue: known?.hasAlertQueue === true }]
  })
  await insertDeliveries(
    transaction,
    following.filter(isPresent).map(({ duty: { failed, fallback }, event }) => ({
      webhookId: fallback.id,
      subject: failed.subject,
      urgency: urgencyOf(event),
      eventId: event.id,
      eventAt: event.acceptedAt,
      fallbackOf: failed.id,
      fallbackDepth: failed.fallbackDepth + 1,
      fallbackAt: fallbackAt(fallback, now),
    })),
    now,
  )
  await writeReceiverStates(
    transaction,
    following.map((one) => ({ pair: one.pair, before: undefined, after: toState(one, now) })),
  )
}

interface Following {
  readonly pair: ReceiverStateKey
  readonly event: AlertEvent
  readonly alert: EpisodeState | undefined
  readonly hasAlertQueue: boolean
}

function isPresent({ event, alert }: Pick<Following, 'event' | 'alert'>): boolean {
  return alert === undefined || saysCurrentState(event, alert)
}

function toState({ pair, event, alert, hasAlertQueue }: Following, now: Instant): ReceiverState {
  return alert === undefined || saysCurrentState(event, alert)
    ? newEscalation(pair, event, { hasAlertQueue, now })
    : newEscalationOfState(pair, alert, { eventId: event.id, hasAlertQueue, now })
}

async function findAlertStates(
  transaction: Transaction,
  alertIds: readonly AlertId[],
): Promise<ReadonlyMap<AlertId, EpisodeState>> {
  const { rows } = await transaction.query(SELECT_ALERTS, [[...new Set(alertIds)]])
  return new Map(rows.map(({ id, state, episodeNumber }) => [id, { state, episodeNumber }]))
}

function pairOf({ failed, fallback }: Duty) {
  return { alertId: alertIdOf(failed.subject), webhookId: fallback.id }
}
