import type { Alert, AlertState } from '../../../domain/alert/alert.ts'
import type { AlertId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { type AlertRow, type StoredEnd, toAlert, toAlertRow } from '../../rows/alert-row.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'

export type AlertTable = ReturnType<typeof alertTable>

export function alertTable({ db, alertCounts: counts }: SqliteDeps) {
  const selectAlert = db.prepare<[string, string], AlertRow>(
    'SELECT * FROM alerts WHERE source = ? AND key = ?',
  )
  const insertAlert = db.prepare<[...AlertValues, source: string, key: string]>(
    `INSERT INTO alerts (name, state, since, changed_at, observed_at, expires_at, details, warnings, stale_count, last_reported_at, ended_by, episode_number, ends_at, source, key)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const updateAlert = db.prepare<[...AlertValues, id: AlertId]>(
    `UPDATE alerts SET name = ?, state = ?, since = ?, changed_at = ?, observed_at = ?, expires_at = ?, details = ?,
       warnings = ?, stale_count = ?, last_reported_at = ?, ended_by = ?, episode_number = ?, ends_at = ? WHERE id = ?`,
  )

  return {
    find({ source, key }: Pick<Alert, 'source' | 'key'>): Alert | undefined {
      const row = selectAlert.get(source, key)
      return row && toAlert(row)
    },

    put(before: Alert | undefined, alert: Omit<Alert, 'id'>): Alert {
      counts.move(before?.state, alert.state)
      const after = { ...alert, id: before?.id ?? 0 }
      if (before) {
        updateAlert.run(...valuesOf(after), after.id)
        return after
      }
      const { lastInsertRowid } = insertAlert.run(...valuesOf(after), alert.source, alert.key)
      return { ...after, id: Number(lastInsertRowid) }
    },
  }
}

type AlertValues = [
  name: string,
  state: AlertState,
  since: Instant,
  changedAt: Instant,
  observedAt: Instant,
  expiresAt: Instant | null,
  details: string,
  warnings: string,
  staleCount: number,
  lastReportedAt: Instant | null,
  endedBy: StoredEnd | null,
  raise: number,
  endsAt: Instant | null,
]

/** Returns values by position: by name they take twice as long. */
function valuesOf(alert: Alert): AlertValues {
  const row = toAlertRow(alert)
  const { name, state, since, changed_at, observed_at, expires_at, details, warnings } = row
  const { stale_count, last_reported_at, ended_by, episode_number, ends_at } = row
  const texts = [details, warnings] as const
  const ends = [stale_count, last_reported_at, ended_by, episode_number, ends_at] as const
  return [name, state, since, changed_at, observed_at, expires_at, ...texts, ...ends]
}
