import type { Database } from 'better-sqlite3'
import { sumBySteps, type Activity, type ActivitySpan } from '../../../domain/overview/activity.ts'
import type { Instant } from '../../../domain/instant.ts'
import { ACTIVITY_COLUMNS, toActivity, toActivityRow, type ActivityRow } from '../../rows/activity-row.ts'

const COUNTS = ACTIVITY_COLUMNS.filter((column) => column !== 'at' && column !== 'node')

export function activityVerbs(db: Database) {
  const upsert = db.prepare<[ActivityRow]>(
    `INSERT INTO activity (${ACTIVITY_COLUMNS.join(', ')}) VALUES (${ACTIVITY_COLUMNS.map((column) => `@${column}`).join(', ')})
     ON CONFLICT (at, node) DO UPDATE SET ${COUNTS.map((column) => `${column} = excluded.${column}`).join(', ')}`,
  )
  const select = db.prepare<[number, number], ActivityRow>(
    'SELECT * FROM activity WHERE at >= ? AND at < ? ORDER BY at, node',
  )
  return {
    recordActivity(node: string, minutes: readonly Activity[]): void {
      for (const minute of minutes) upsert.run(toActivityRow(node, minute))
    },

    listActivity({ from, until, stepMs }: ActivitySpan): readonly Activity[] {
      return sumBySteps(select.all(from, until).map(toActivity), stepMs)
    },
  }
}

/** Answers how many rows went, at most `limit`. */
export function pruneActivity(db: Database): (before: Instant, limit: number) => number {
  const remove = db.prepare<[number, number]>(
    'DELETE FROM activity WHERE (at, node) IN (SELECT at, node FROM activity WHERE at < ? ORDER BY at, node LIMIT ?)',
  )
  return (before, limit) => remove.run(before, limit).changes
}
