import { ALERT_SUBJECT } from '../../../domain/alert/event.ts'
import type { AlertId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { ALERT_COLUMNS, type AlertRow } from '../../rows/alert-row.ts'
import { columnsOf, givenSql, setStatement } from '../connection/set-statement.ts'
import { statement, type Value } from '../connection/statement.ts'
import type { EarlyClearRow } from './early-clears.ts'
import { alertStateStatements } from '../receiver-state/alert-states.ts'
import { fanOutStatements } from './fan-out-sql.ts'
import { lockAlertQueues, type HeadRow } from './fan-out.ts'

export const ALERT = columnsOf<AlertRow>(ALERT_COLUMNS)
const NAMES = Object.keys(ALERT)
const LIST = NAMES.join(', ')

const KEY = { source: 'text', key: 'text' } as const
export const ASKED = { ...KEY, mayBeMade: 'boolean' } as const
export const SAID = { ...KEY, state: 'text' } as const

/** A known alert; only an id, for a new one; or the early clear of an unknown alert (early-clears.ts). */
export type KnownAlertRow = AlertRow | { readonly id: AlertId; readonly source: null } | EarlyClearRow

/**
 * Locks and reads the alerts of (source, key) and their early clears, and takes ids for new ones. If another
 * node makes one meanwhile, saving it fails, and all begins again.
 */
export const KNOWN_ALERTS = statement<readonly Value[], KnownAlertRow>(`
WITH known AS (
    SELECT alerts.*, given."mayBeMade" AS may_be_made
    FROM ${givenSql(ASKED)} JOIN alerts ON alerts.source = given.source AND alerts.key = given.key
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
  FROM ${givenSql(KEY)} JOIN early_clears AS mark ON mark.source = given.source AND mark.key = given.key`)

const CHANGING = `FROM ${givenSql(SAID)}
  JOIN alerts ON alerts.source = given.source AND alerts.key = given.key AND alerts.state <> given.state`

/** Reads receiver states of the same alerts, and the alert queues that are followed. */
export const STATES_OF_CHANGING_ALERTS = alertStateStatements(`SELECT DISTINCT alerts.id ${CHANGING}`)

/** Selects the alert queues of alerts in another state, by (source, key, state). */
export const ALERT_QUEUES_OF_CHANGING_ALERTS = statement<readonly Value[], HeadRow>(
  lockAlertQueues(`SELECT '${ALERT_SUBJECT}' || alerts.id ${CHANGING}`),
)

export const ABSENCE = { until: 'bigint', ms: 'bigint' } as const

/** Grants more time to what was observed before an absence. */
function hasHadItsTime(column: 'expires_at' | 'ends_at', before: '$1' | '$2'): string {
  return `${column} < ${before} AND ${column} < ${before} - (SELECT coalesce(sum(ms), 0)
          FROM ${givenSql(ABSENCE, { first: 4, as: 'absence' })} WHERE until > observed_at)`
}

/**
 * Selects and locks, in the usual order, alerts that expire, or whose end was reported and not contradicted;
 * skips alerts just refreshed. $4 are the ends of absences, and $5 their lengths. `ends_at > 0` has the
 * planner take the index.
 */
export const EXPIRED_ALERTS = statement<
  [expiredBefore: Instant, endedBefore: Instant, limit: number, ...absences: readonly Value[]],
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
export const SAVE_ALERTS = setStatement<AlertRow>(ALERT)(`
INSERT INTO alerts (${LIST})
  SELECT * FROM GIVEN
  ON CONFLICT (id) DO UPDATE SET ${NAMES.filter((name) => !['id', 'source', 'key'].includes(name))
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')}`)

/** Saves the alerts together with the events and deliveries of a `FanOut`. */
export const SAVE_AND_FAN_OUT = fanOutStatements(`saved AS (${SAVE_ALERTS.text})`, NAMES.length + 1)
