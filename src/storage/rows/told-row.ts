import type { AlertState } from '../../domain/alert/alert.ts'
import type { AlertId, EventId, WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { OWED, type Told } from '../../domain/telling/told.ts'

export interface ToldRow {
  alert_id: AlertId
  webhook_id: WebhookId
  known_state: AlertState
  known_raise: number
  maybe: number | boolean
  present_state: AlertState
  present_raise: number
  event_id: EventId
  /** The place in `OWED`. */
  owed: number
  owed_since: Instant | null
  follows: number | boolean
}

/** As `owed` is stored. */
export const OWED_NUMBER = { none: 0, owed: 1, due: 2 } as const satisfies Record<Told['owed'], number>

export function toTold(row: ToldRow): Told {
  return {
    alertId: row.alert_id,
    webhookId: row.webhook_id,
    known: { state: row.known_state, raise: row.known_raise },
    maybe: Boolean(row.maybe),
    present: { state: row.present_state, raise: row.present_raise },
    eventId: row.event_id,
    owed: OWED[row.owed] ?? 'owed',
    owedSince: row.owed_since,
    follows: Boolean(row.follows),
  }
}

export function toToldRow(told: Told): ToldRow {
  return {
    alert_id: told.alertId,
    webhook_id: told.webhookId,
    known_state: told.known.state,
    known_raise: told.known.raise,
    maybe: Number(told.maybe),
    present_state: told.present.state,
    present_raise: told.present.raise,
    event_id: told.eventId,
    owed: OWED_NUMBER[told.owed],
    owed_since: told.owedSince,
    follows: Number(told.follows),
  }
}
