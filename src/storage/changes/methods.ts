import type { MethodName } from '../methods.ts'
import type { StoreMethods } from '../store.ts'
import type { TransactionScript } from '../transactions/transaction-script.ts'
import { ALERTS_BY_HAND, DELIVERIES_BY_HAND } from './by-hand.ts'
import { expireAlerts } from './expire-alerts.ts'
import { createMissingDeliveries } from './missing-deliveries.ts'
import { createReminders } from './reminders.ts'
import { clampDueTimes, endOverdue } from './due-times.ts'
import { escalateToFallbacks } from './escalate-late.ts'
import { advanceOperations } from './operation-step.ts'
import { holdClaims, reclaimLeases, releaseClaims } from './return-claims.ts'
import type { IntakeRows } from './intake-rows.ts'

type Change<Name extends MethodName> = (
  rows: IntakeRows,
  ...args: Parameters<StoreMethods[Name]>
) => TransactionScript<Awaited<ReturnType<StoreMethods[Name]>>>

/** The methods that stand here, once for both engines. */
export const CHANGES = {
  releaseClaims,
  holdClaims,
  reclaimLeases,
  expireAlerts,
  createMissingDeliveries,
  createReminders,
  ...ALERTS_BY_HAND,
  endOverdue,
  clampDueTimes,
  escalateToFallbacks,
  ...DELIVERIES_BY_HAND,
  advanceOperations,
} satisfies { readonly [Name in MethodName]?: Change<Name> }

export type ChangeName = keyof typeof CHANGES

/** Makes methods of the changes; `run` gives them the rows of a transaction. */
export function methodsOfChanges<Returned>(
  run: <Result>(change: (rows: IntakeRows) => TransactionScript<Result>) => Returned,
): Readonly<Record<ChangeName, (...args: never[]) => Returned>> {
  const methods = Object.entries<(rows: IntakeRows, ...args: never[]) => TransactionScript<unknown>>(
    CHANGES,
  ).map(([name, change]) => [name, (...args: never[]) => run((rows) => change(rows, ...args))])
  return Object.fromEntries(methods) as Record<ChangeName, (...args: never[]) => Returned>
}
