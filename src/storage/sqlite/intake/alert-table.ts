import type { Alert } from '../../../domain/alert/alert.ts'
import { ALERT_COLUMNS, type AlertRow, toAlert, toAlertRow } from '../../rows/alert-row.ts'
import { namesOf, prepareInsert } from '../connection/prepare-insert.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'

export type AlertTable = ReturnType<typeof alertTable>

const { id: _id, ...INSERTED } = ALERT_COLUMNS
const { source: _source, key: _key, ...UPDATED } = INSERTED
const UPDATED_NAMES = namesOf(UPDATED)

export function alertTable({ db, alertCounts: counts }: SqliteDeps) {
  const selectAlert = db.prepare<[source: string, key: string], AlertRow>(
    'SELECT * FROM alerts WHERE source = ? AND key = ?',
  )
  const insertAlert = prepareInsert(db, 'INSERT INTO alerts', namesOf(INSERTED))
  // By position: by name values take twice as long.
  const updateAlert = db.prepare<unknown[]>(
    `UPDATE alerts SET ${UPDATED_NAMES.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`,
  )

  return {
    find({ source, key }: Pick<Alert, 'source' | 'key'>): Alert | undefined {
      const row = selectAlert.get(source, key)
      return row && toAlert(row)
    },

    put(before: Alert | undefined, alert: Omit<Alert, 'id'>): Alert {
      counts.move(before?.state, alert.state)
      const after = { ...alert, id: before?.id ?? 0 }
      const row = toAlertRow(after)
      if (!before) return { ...after, id: insertAlert(row) }
      updateAlert.run(...UPDATED_NAMES.map((name) => row[name]), after.id)
      return after
    },
  }
}
