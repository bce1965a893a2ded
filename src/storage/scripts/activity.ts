import { sumBySteps } from '../../domain/overview/activity.ts'
import type { Instant } from '../../domain/instant.ts'
import { ACTIVITY_COLUMNS, toActivity, toActivityRow, type ActivityRow } from '../rows/activity-row.ts'
import { changeEachLast, many, type Scripts } from '../transactions/transaction-script.ts'
import { columnsAndValues } from '../rows/columns.ts'
import { statement } from '../transactions/statement.ts'

export function activityScripts(): Scripts<'recordActivity' | 'listActivity'> {
  return {
    recordActivity: (node, minutes) =>
      changeEachLast(
        UPSERT,
        minutes.map((minute) => toActivityRow(node, minute)),
      ),

    *listActivity({ from, until, stepMs }) {
      return sumBySteps((yield* many(SELECT, { from, until })).map(toActivity), stepMs)
    },
  }
}

/** Removes old rows, at most `limit`. */
export const PRUNE_ACTIVITY = statement<{ before: Instant; limit: number }>(
  'DELETE FROM activity WHERE (at, node) IN (SELECT at, node FROM activity WHERE at < @before ORDER BY at, node LIMIT @limit)',
)

const COUNTS = ACTIVITY_COLUMNS.filter((column) => column !== 'at' && column !== 'node')
const UPSERT = statement<ActivityRow>(
  `INSERT INTO activity ${columnsAndValues(ACTIVITY_COLUMNS)}
   ON CONFLICT (at, node) DO UPDATE SET ${COUNTS.map((column) => `${column} = excluded.${column}`).join(', ')}`,
)
const SELECT = statement<{ from: Instant; until: Instant }, ActivityRow>(
  'SELECT * FROM activity WHERE at >= @from AND at < @until ORDER BY at, node',
)
