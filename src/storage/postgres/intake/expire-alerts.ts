import { expire } from '../../../domain/alert/observe.ts'
import { ALWAYS_OPEN, knownToBeExpired } from '../../../domain/open-time.ts'
import { openTimeOf } from '../../scripts/meta.ts'
import { runIn } from '../connection/run-script.ts'
import type { Alert } from '../../../domain/alert/alert.ts'
import type { AlertId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { statement } from '../connection/statement.ts'
import { ALERT_SUBJECT, alertEventOf } from '../../../domain/alert/event.ts'
import { fittingWithin } from '../../../domain/write-weight.ts'
import { toAlert } from '../../rows/alert-row.ts'
import type { StoreMethods } from '../../store.ts'
import { alertValues, EXPIRED_ALERTS, SAVE_AND_FAN_OUT } from './alert-statements.ts'
import type { Deps } from '../node-memory/deps.ts'
import { lockAlertQueues, FanOut, type AlertQueue } from './fan-out.ts'
import { readNotified } from './notified-of-episode.ts'
import { readStatesOfAlerts } from '../receiver-state/alert-states.ts'
import { beginHousekeeping } from '../cluster/cluster.ts'

export const ALERT_QUEUES_OF_ALERTS = statement<[ids: readonly AlertId[]], AlertQueue>(
  lockAlertQueues(`SELECT '${ALERT_SUBJECT}' || id FROM unnest($1::bigint[]) AS id`),
)

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
    const [states, { rows: alertQueues }, notified] = await Promise.all([
      all.areRemembered ? readStatesOfAlerts(transaction, ids) : undefined,
      transaction.query(ALERT_QUEUES_OF_ALERTS, [ids]),
      readNotified(transaction, all, alerts),
    ])
    const fanOut = new FanOut(all, { alertQueues, states, notified })
    const expired = alerts.map((before) => {
      const after = expire(before, now)
      const change = { before, after, oldState: before.state }
      fanOut.add(alertEventOf(change, now))
      return after
    })
    await fanOut.save(transaction, SAVE_AND_FAN_OUT, alertValues(expired))
    return rows.length
  })
}

function dueAtOf({ endsAt, expiresAt }: Alert): Instant {
  return endsAt ?? expiresAt ?? 0
}
