import type { Alert, AlertState } from '../../../domain/alert/alert.ts'
import { ALERT_SUBJECT } from '../../../domain/alert/event.ts'
import type { AlertId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { toAlertRow, type AlertRow } from '../../rows/alert-row.ts'
import { statement } from '../connection/statement.ts'
import type { EarlyClearRow } from './early-clears.ts'
import { alertStateStatements } from '../receiver-state/alert-states.ts'
import { fanOutStatements } from './fan-out-sql.ts'
import { lockAlertQueues, type HeadRow } from './fan-out.ts'

/** Columns in the order of `alertValues`. */
const COLUMNS = {
  id: 'bigint',
  source: 'text',
  key: 'text',
  name: 'text',
  state: 'text',
  since: 'bigint',
  changed_at: 'bigint',
  observed_at: 'bigint',
  expires_at: 'bigint',
  details: 'text',
  warnings: 'text',
  stale_count: 'integer',
  last_reported_at: 'bigint',
  ended_by: 'text',
  episode_number: 'integer',
  ends_at: 'bigint',
} as const
const NAMES = Object.keys(COLUMNS) as readonly (keyof typeof COLUMNS)[]
const LIST = NAMES.join(', ')

type AlertValues = (readonly AlertRow[keyof AlertRow][])[]
type AlertKeys = [sources: readonly string[], keys: readonly string[]]

/** A known alert; only an id, for a new one; or the early clear of an unknown alert (early-clears.ts). */
export type KnownAlertRow = AlertRow | { readonly id: AlertId; readonly source: null } | EarlyClearRow

/**
 * Locks and reads the alerts of (source, key) and their early clears, and takes ids for new ones. If another
 * node makes one meanwhile, saving it fails, and all begins again.
 */
export const KNOWN_ALERTS = statement<[...AlertKeys, mayBeMade: readonly boolean[]], KnownAlertRow>(`
WITH known AS (
    SELECT alerts.*, asked.may_be_made
    FROM unnest($1::text[], $2::text[], $3::boolean[]) AS asked (source, key, may_be_made)
    JOIN alerts ON alerts.source = asked.source AND alerts.key = asked.key
    ORDER BY alerts.source, alerts.key FOR NO KEY UPDATE OF alerts
  )
  SELECT ${LIST} FROM known
  UNION ALL
  SELECT nextval('alerts_id_seq'), ${NAMES.slice(1)
    .map(() => 'NULL')
    .join(', ')}
  FROM generate_series(1,
    (SELECT count(*) FROM unnest($3::boolean[]) AS asked (may_be_made) WHERE may_be_made)
    - (SELECT count(*) FROM known WHERE may_be_made))
  UNION ALL
  SELECT NULL, mark.source, mark.key, mark.variant, ${NAMES.slice(4)
    .map((name) => (name === 'last_reported_at' ? 'mark.last_reported_at' : 'NULL'))
    .join(', ')}
  FROM unnest($1::text[], $2::text[]) AS asked (source, key)
  JOIN early_clears AS mark ON mark.source = asked.source AND mark.key = asked.key`)

/** Reads receiver states of the same alerts, and the alert queues that are followed. */
export const STATES_OF_CHANGING_ALERTS = alertStateStatements<
  [...AlertKeys, states: readonly (AlertState | '')[]]
>(`SELECT DISTINCT alerts.id FROM unnest($1::text[], $2::text[], $3::text[]) AS said (source, key, state)
  JOIN alerts ON alerts.source = said.source AND alerts.key = said.key AND alerts.state <> said.state`)

/** Selects the alert queues of alerts in another state, by (source, key, state). */
export const ALERT_QUEUES_OF_CHANGING_ALERTS = statement<
  [...AlertKeys, states: readonly (AlertState | '')[]],
  HeadRow
>(
  lockAlertQueues(`
  SELECT '${ALERT_SUBJECT}' || alerts.id
  FROM unnest($1::text[], $2::text[], $3::text[]) AS said (source, key, state)
  JOIN alerts ON alerts.source = said.source AND alerts.key = said.key AND alerts.state <> said.state`),
)

/** Grants more time to what was observed before an absence. */
function hasHadItsTime(column: 'expires_at' | 'ends_at', before: '$1' | '$2'): string {
  return `${column} < ${before} AND ${column} < ${before} - (SELECT coalesce(sum(ms), 0)
          FROM unnest($4::bigint[], $5::bigint[]) AS absence (until, ms) WHERE until > observed_at)`
}

/**
 * Selects and locks, in the usual order, alerts that expire, or whose end was reported and not contradicted;
 * skips alerts just refreshed. $4 are the ends of absences, and $5 their lengths. `ends_at > 0` has the
 * planner take the index.
 */
export const EXPIRED_ALERTS = statement<
  [
    expiredBefore: Instant,
    endedBefore: Instant,
    limit: number,
    absentUntil: readonly Instant[],
    absentMs: readonly number[],
  ],
  AlertRow
>(`
SELECT ${LIST} FROM alerts
  WHERE id = ANY (ARRAY(
      (SELECT id FROM alerts WHERE expires_at IS NOT NULL AND state <> 'cleared'
        AND ${hasHadItsTime('expires_at', '$1')} ORDER BY expires_at LIMIT $3)
      UNION ALL
      (SELECT id FROM alerts WHERE ends_at IS NOT NULL AND state <> 'cleared'
        AND ${hasHadItsTime('ends_at', '$2')} AND ends_at > 0 ORDER BY ends_at LIMIT $3)
    )) AND state <> 'cleared'
    AND ((${hasHadItsTime('expires_at', '$1')}) OR (${hasHadItsTime('ends_at', '$2')}))
  ORDER BY source, key LIMIT $3 FOR NO KEY UPDATE`)

/** Finds rows by id, so that there is no join to plan. */
export const SAVE_ALERTS = statement<AlertValues>(`
INSERT INTO alerts (${LIST})
  SELECT * FROM unnest(${NAMES.map((name, index) => `$${index + 1}::${COLUMNS[name]}[]`).join(', ')})
  ON CONFLICT (id) DO UPDATE SET ${NAMES.filter((name) => !['id', 'source', 'key'].includes(name))
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')}`)

/** Saves the alerts together with the events and deliveries of a `FanOut`. */
export const SAVE_AND_FAN_OUT = fanOutStatements<AlertValues>(`saved AS (${SAVE_ALERTS})`, NAMES.length + 1)

export function alertValues(alerts: readonly Alert[]): AlertValues {
  const rows = alerts.map(toAlertRow)
  return NAMES.map((name) => rows.map((row) => row[name]))
}
