import type { Instant } from '../../../domain/instant.ts'
import { ABSENCES_MAX, type OpenTime } from '../../../domain/open-time.ts'
import type { IntakeRows } from '../../changes/intake-rows.ts'
import type { Rows } from '../../changes/rows.ts'
import { type AlertRow, toAlert } from '../../rows/alert-row.ts'
import { runStep } from '../../transactions/transaction-script.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import type { ReceiverStateTable } from '../receiver-state/state-table.ts'
import type { AlertTable } from './alert-table.ts'
import type { IntakeTables } from './fan-out.ts'

interface Parts {
  readonly alerts: AlertTable
  readonly states: ReceiverStateTable
  readonly intake: IntakeTables
}

export function intakeRows(
  deps: SqliteDeps,
  { alerts, states, intake }: Parts,
): Omit<IntakeRows, keyof Rows> {
  const sql = prepare(deps)
  return {
    overAlerts: ({ expiredBefore, endedBefore, openTime, limit }) =>
      runStep(() => {
        const absences = absenceValues(openTime)
        const ended = sql.selectEnded.all(endedBefore, endedBefore, ...absences, limit)
        const expired = sql.selectExpired.all(expiredBefore, expiredBefore, ...absences, limit)
        const byId = new Map([...ended, ...expired].map((row) => [row.id, row]))
        return [...byId.values()].slice(0, limit).map(toAlert)
      }),

    dueStates: (limit) => runStep(() => states.due(limit)),

    intakeView: () => runStep(() => intake.view),

    saveIntake: (writes, gathered) =>
      runStep(() => {
        for (const { before, after } of writes) alerts.put(before, after)
        return gathered ? intake.save(gathered) : []
      }),
  }
}

function prepare({ db }: SqliteDeps) {
  // Casts: see queue/queue-reads.ts.
  const selectDue = (column: 'expires_at' | 'ends_at') =>
    db.prepare<Instant[], AlertRow>(
      `SELECT * FROM alerts WHERE ${column} IS NOT NULL AND ${column} < CAST(? AS INTEGER) AND state <> 'cleared'
       AND ${column} < CAST(? AS INTEGER)${' - (observed_at < CAST(? AS INTEGER)) * CAST(? AS INTEGER)'.repeat(ABSENCES_MAX)}
     ORDER BY ${column} LIMIT CAST(? AS INTEGER)`,
    )
  return {
    selectEnded: selectDue('ends_at'),
    selectExpired: selectDue('expires_at'),
  }
}

function absenceValues({ absences }: OpenTime): readonly number[] {
  return Array.from({ length: ABSENCES_MAX }, (_, place) => absences[place] ?? { until: 0, ms: 0 }).flatMap(
    ({ until, ms }) => [until, ms],
  )
}
