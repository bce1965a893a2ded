import type { Alert } from '../../../domain/alert/alert.ts'
import type { EventId } from '../../../domain/ids.ts'
import type { Gathered } from '../../changes/fan-out.ts'
import type { IntakeRows } from '../../changes/intake-rows.ts'
import type { Rows } from '../../changes/rows.ts'
import { toAlert, toAlertRow } from '../../rows/alert-row.ts'
import { runStep } from '../../transactions/transaction-script.ts'
import type { Transaction } from '../connection/database.ts'
import { arraysOf } from '../connection/set-statement.ts'
import { SELECT_DUE } from '../receiver-state/state-table.ts'
import { ABSENCE, ALERT, EXPIRED_ALERTS, SAVE_ALERTS, SAVE_AND_FAN_OUT } from './alert-statements.ts'
import { freshOf, saveFanOut } from './fan-out.ts'
import { loadIntakeView } from './intake-view.ts'

export function intakeRows(
  transaction: Transaction,
  noteFresh: (made: ReturnType<typeof freshOf>) => void,
): Omit<IntakeRows, keyof Rows> {
  return {
    overAlerts: ({ expiredBefore, endedBefore, limit, openTime: { absences } }) =>
      runStep(async () => {
        const { rows } = await transaction.query(EXPIRED_ALERTS, [
          expiredBefore,
          endedBefore,
          limit,
          ...arraysOf(ABSENCE, absences),
        ])
        return rows.map(toAlert)
      }),

    dueStates: (limit) =>
      runStep(async () => {
        const { rows } = await transaction.query(SELECT_DUE, [limit])
        return rows.map(({ alert_id: alertId, webhook_id: webhookId }) => ({ alertId, webhookId }))
      }),

    intakeView: (known, asked) => runStep(() => loadIntakeView(transaction, known, asked)),

    saveIntake: (alerts, gathered) =>
      runStep(() => {
        if (gathered) noteFresh(freshOf(gathered))
        return saveIntake(
          transaction,
          alerts.map(({ after }) => after),
          gathered,
        )
      }),
  }
}

/** Writes alerts and what was gathered as the last statement. Returns the ids of the events. */
export async function saveIntake(
  transaction: Transaction,
  alerts: readonly Alert[],
  gathered?: Gathered,
): Promise<readonly EventId[]> {
  const rows = alerts.map(toAlertRow)
  if (gathered && gathered.events.length > 0)
    return saveFanOut(transaction, gathered, { statements: SAVE_AND_FAN_OUT, first: arraysOf(ALERT, rows) })
  await SAVE_ALERTS.write({ ...transaction, query: transaction.queryLast }, rows)
  return []
}
