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
  const selectAlertById = db.prepare<[id: AlertId], AlertRow>('SELECT * FROM alerts WHERE id = ?')
  const insertAlert = db.prepare<[...AlertValues, source: string, key: string]>(
    `INSERT INTO alerts (name, state, since, changed_at, observed_at, expires_at, details, warnings, stale_count, last_reported_at, ended_by, episode_number, ends_at, source, key)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const updateAlert = db.prepare<[...AlertValues, id: AlertId]>(
    `UPDATE alerts SET name = ?, state = ?, since = ?, changed_at = ?, observed_at = ?, expires_at = ?, details = ?,
       warnings = ?, stale_count = ?, last_reported_at = ?, ended_by = ?, episode_number = ?, ends_at = ? WHERE id = ?`,
  )

  return {
    find(source: string, key: string): Alert | undefined {
      const row = selectAlert.get(source, key)
      return row && toAlert(row)
    },

    findById(id: AlertId): Alert | undefined {
      const row = selectAlertById.get(id)
      return row && toAlert(row)
    },

    insert(alert: Omit<Alert, 'id'>): Alert {
      const { lastInsertRowid } = insertAlert.run(...valuesOf({ ...alert, id: 0 }), alert.source, alert.key)
      counts.move(undefined, alert.state)
      return { ...alert, id: Number(lastInsertRowid) }
    },

    update(before: Alert, after: Alert): void {
      updateAlert.run(...valuesOf(after), after.id)
      counts.move(before.state, after.state)
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
