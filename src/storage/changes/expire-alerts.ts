import type { Alert } from '../../domain/alert/alert.ts'
import { alertEventOf } from '../../domain/alert/event.ts'
import { expire } from '../../domain/alert/observe.ts'
import type { Instant } from '../../domain/instant.ts'
import { ALWAYS_OPEN, knownToBeExpired } from '../../domain/open-time.ts'
import { fittingWithin } from '../../domain/write-weight.ts'
import { openTimeOf } from '../scripts/meta.ts'
import type { StoreMethods } from '../store.ts'
import { together, type TransactionScript } from '../transactions/transaction-script.ts'
import { FanOut } from './fan-out.ts'
import type { IntakeRows } from './intake-rows.ts'

/** Clears alerts that nobody reports any more. Returns how many. */
export function* expireAlerts(
  rows: IntakeRows,
  { expiredBefore, now, limit }: Parameters<StoreMethods['expireAlerts']>[0],
): TransactionScript<number> {
  const [isOurs, openTime = ALWAYS_OPEN] = yield* together([rows.begin('expireAlerts'), openTimeOf()])
  if (!isOurs) return 0
  const known = yield* rows.known()
  const over = yield* rows.overAlerts({
    expiredBefore: knownToBeExpired(expiredBefore, { now, openTime }),
    endedBefore: knownToBeExpired(now, { now, openTime }),
    openTime,
    limit: fittingWithin(limit, [...known.webhooks.values()].filter(({ enabled }) => enabled).length),
  })
  if (over.length === 0) return 0
  const alerts = over.toSorted((a, b) => dueAtOf(a) - dueAtOf(b))
  const ids = alerts.map(({ id }) => id)
  const fanOut = new FanOut(yield* rows.intakeView(known, { ids, clearing: alerts }))
  const writes = alerts.map((before) => {
    const after = expire(before, now)
    fanOut.add(alertEventOf({ before, after, oldState: before.state }, now))
    return { before, after }
  })
  yield* rows.saveIntake(writes, fanOut)
  return alerts.length
}

function dueAtOf({ endsAt, expiresAt }: Alert): Instant {
  return endsAt ?? expiresAt ?? 0
}
