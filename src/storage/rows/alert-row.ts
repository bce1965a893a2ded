import {
  RAISED_SERVER_NAME_LENGTH,
  type Alert,
  type AlertState,
  type EndedBy,
  type RaisedAlert,
} from '../../domain/alert/alert.ts'
import type { AlertId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { toAcknowledgement, type StoredAcknowledgement } from './acknowledgement-row.ts'
import { fromStoredEnd, toStoredEnd, type StoredEnd } from './ended-by-row.ts'
import { readStored } from './stored-json.ts'

export interface AlertRow {
  id: AlertId
  source: string
  key: string
  name: string
  state: AlertState
  since: Instant
  changed_at: Instant
  observed_at: Instant
  expires_at: Instant | null
  details: string
  warnings: string
  stale_count: number
  /** Null, or older than the last change, where a release wrote the row that did not know of it. */
  last_reported_at: Instant | null
  /** Null also where a release wrote the row that did not know of it. */
  ended_by: StoredEnd | null
  episode_number: number
}

/** The stored column `details` also holds the episodes of the alert, and its acknowledgement. */
type StoredDetails = Alert['details'] &
  Pick<Alert, 'episodes'> & { readonly acknowledgement?: StoredAcknowledgement }

export function toAlert(row: AlertRow): Alert {
  const { episodes, acknowledgement, ...details } = readStored<StoredDetails>(row.details, {})
  return {
    id: row.id,
    source: row.source,
    key: row.key,
    name: row.name,
    state: row.state,
    since: row.since,
    changedAt: row.changed_at,
    lastReportedAt: row.last_reported_at ?? row.changed_at,
    observedAt: row.observed_at,
    expiresAt: row.expires_at,
    details,
    ...(episodes && { episodes }),
    ...(acknowledgement && { acknowledgement: toAcknowledgement(acknowledgement, row.state) }),
    warnings: readStored(row.warnings, []),
    staleCount: row.stale_count,
    episodeNumber: row.episode_number,
    endedBy: row.state === 'cleared' ? (fromStoredEnd(row.ended_by) ?? endedByExpiry(row)) : null,
  }
}

/** Tells how a cleared alert ended: its expiry stays on record if it was cleared by that. */
function endedByExpiry({ expires_at: expiresAt }: AlertRow): EndedBy {
  return expiresAt === null ? 'monitor' : 'expired'
}

/** The columns that are read where only counts that the alert is active. */
export const RAISED_COLUMNS = ['id', 'key', 'state', 'details'] as const
export type RaisedRow = Pick<AlertRow, (typeof RAISED_COLUMNS)[number]>

export function toRaisedAlert({ id, key, state, details }: RaisedRow): RaisedAlert {
  const { serverName } = readStored<Alert['details']>(details, {})
  return {
    id,
    key,
    state,
    ...(serverName !== undefined && { serverName: serverName.slice(0, RAISED_SERVER_NAME_LENGTH) }),
  }
}

export function toAlertRow(alert: Alert): AlertRow {
  const { details, episodes, acknowledgement } = alert
  return {
    id: alert.id,
    source: alert.source,
    key: alert.key,
    name: alert.name,
    state: alert.state,
    since: alert.since,
    changed_at: alert.changedAt,
    observed_at: alert.observedAt,
    expires_at: alert.expiresAt,
    details: JSON.stringify(
      episodes || acknowledgement
        ? { ...details, ...(episodes && { episodes }), ...(acknowledgement && { acknowledgement }) }
        : details,
    ),
    warnings: JSON.stringify(alert.warnings),
    stale_count: alert.staleCount,
    last_reported_at: alert.lastReportedAt,
    ended_by: toStoredEnd(alert.endedBy),
    episode_number: alert.episodeNumber,
  }
}
