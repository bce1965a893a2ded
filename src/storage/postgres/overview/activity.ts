import { sumBySteps } from '../../../domain/overview/activity.ts'
import { ACTIVITY_COLUMNS, toActivity, toActivityRow, type ActivityRow } from '../../rows/activity-row.ts'
import type { StoreVerbs } from '../../store.ts'
import type { Parts } from '../parts/parts.ts'

const TYPES: Readonly<Partial<Record<keyof ActivityRow, string>>> = {
  node: 'text',
  latency: 'text',
  answer: 'text',
}
const COUNTS = ACTIVITY_COLUMNS.filter((column) => column !== 'at' && column !== 'node')

const UPSERT = `INSERT INTO activity (${ACTIVITY_COLUMNS.join(', ')})
  SELECT * FROM unnest(${ACTIVITY_COLUMNS.map((column, index) => `$${index + 1}::${TYPES[column] ?? 'bigint'}[]`).join(', ')})
  ON CONFLICT (at, node) DO UPDATE SET ${COUNTS.map((column) => `${column} = excluded.${column}`).join(', ')}`
const SELECT = 'SELECT * FROM activity WHERE at >= $1 AND at < $2 ORDER BY at, node'

export function activityVerbs({ database }: Parts): Pick<StoreVerbs, 'recordActivity' | 'listActivity'> {
  return {
    async recordActivity(node, minutes) {
      if (minutes.length === 0) return
      const rows = minutes.map((minute) => toActivityRow(node, minute))
      const values = ACTIVITY_COLUMNS.map((column) => rows.map((row) => row[column]))
      await database.transaction((transaction) => transaction.queryLast(UPSERT, values), {
        lock: 'none',
        isDurable: false,
      })
    },

    async listActivity({ from, until, stepMs }) {
      const rows = await database.read<ActivityRow>(SELECT, [from, until])
      return sumBySteps(rows.map(toActivity), stepMs)
    },
  }
}
