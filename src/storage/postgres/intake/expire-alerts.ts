import { expire } from '../../../domain/alert/observe.ts'
import { ALWAYS_OPEN, knownToBeExpired } from '../../../domain/open-time.ts'
import { openTimeOf } from '../../scripts/meta.ts'
import { runIn } from '../connection/run-script.ts'
import type { Alert } from '../../../domain/alert/alert.ts'
import type { Instant } from '../../../domain/instant.ts'
import { alertEventOf } from '../../../domain/alert/event.ts'
import { fittingWithin } from '../../../domain/write-weight.ts'
import { toAlert } from '../../rows/alert-row.ts'
import type { StoreMethods } from '../../store.ts'
import { alertValues, EXPIRED_ALERTS, SAVE_AND_FAN_OUT } from './alert-statements.ts'
import type { Deps } from '../node-memory/deps.ts'
import { FanOut } from '../../changes/fan-out.ts'
import { saveFanOut } from './fan-out.ts'
import { loadIntakeView } from './intake-view.ts'
import { beginHousekeeping } from '../cluster/cluster.ts'

export async function expireAlerts(
  { database, webhooks }: Pick<Deps, 'database' | 'webhooks'>,
  { expiredBefore, now, limit }: Parameters<StoreMethods['expireAlerts']>[0],
): Promise<number> {
  return database.transaction(async (transaction) => {
    const [isOurs, openTime = ALWAYS_OPEN] = await Promise.all([
      beginHousekeeping(transaction, 'expireAlerts'),
      runIn(transaction, openTimeOf()),
    ])
    if (!isOurs) return 0
    const all = await webhooks.all(transaction)
    const { rows } = await transaction.query(EXPIRED_ALERTS, [
      knownToBeExpired(expiredBefore, { now, openTime }),
      knownToBeExpired(now, { now, openTime }),
      fittingWithin(limit, [...all.values()].filter(({ enabled }) => enabled).length),
      openTime.absences.map(({ until }) => until),
      openTime.absences.map(({ ms }) => ms),
    ])
    if (rows.length === 0) return 0

    const ids = rows.map(({ id }) => id)
    const alerts = rows.map(toAlert).sort((a, b) => dueAtOf(a) - dueAtOf(b))
    const fanOut = new FanOut(await loadIntakeView(transaction, all, { ids, clearing: alerts }))
    const expired = alerts.map((before) => {
      const after = expire(before, now)
      const change = { before, after, oldState: before.state }
      fanOut.add(alertEventOf(change, now))
      return after
    })
    await saveFanOut(transaction, fanOut, { statements: SAVE_AND_FAN_OUT, first: alertValues(expired) })
    return rows.length
  })
}

function dueAtOf({ endsAt, expiresAt }: Alert): Instant {
  return endsAt ?? expiresAt ?? 0
}
