import { alertEventOf } from '../../../domain/alert/event.ts'
import { clearByHand, refuseClearing, requireAlert } from '../../../domain/alert/clear-by-hand.ts'
import { alertClearedEntry } from '../../../domain/audit/audit-entries.ts'
import { recordAudit } from '../../scripts/audit.ts'
import { toAlert } from '../../rows/alert-row.ts'
import type { StoreMethods } from '../../store.ts'
import { runIn } from '../connection/run-script.ts'
import type { Deps } from '../node-memory/deps.ts'
import { alertValues, LOCKED_ALERT, SAVE_AND_FAN_OUT } from './alert-statements.ts'
import { ALERT_QUEUES_OF_ALERTS } from './expire-alerts.ts'
import { FanOut } from './fan-out.ts'
import { readFollowedAlerts } from '../receiver-state/escalated.ts'

/** Locked in the order of intake: the alert, then its alert queues. */
export function clearAlert(
  deps: Pick<Deps, 'database' | 'webhooks' | 'historySeals'>,
  ...[id, { note, now, by }]: Parameters<StoreMethods['clearAlert']>
): ReturnType<StoreMethods['clearAlert']> {
  return deps.database.transaction(async (transaction) => {
    const { rows } = await transaction.query(LOCKED_ALERT, [id])
    const before = toAlert(requireAlert(rows[0], id))
    if (before.state === 'cleared') return { alert: before, eventId: null, deliveryCount: 0 }
    refuseClearing(before, now)

    const webhooks = await deps.webhooks.all(transaction)
    const [escalated, alertQueues] = await Promise.all([
      webhooks.areRemembered ? readFollowedAlerts(transaction, [id]) : undefined,
      transaction.query(ALERT_QUEUES_OF_ALERTS, [[id]]),
    ])
    const alert = clearByHand(before, now)
    const fanOut = new FanOut(webhooks, alertQueues.rows, escalated)
    const { deliveryCount } = fanOut.add(alertEventOf({ before, after: alert, oldState: before.state }, now))
    await runIn(transaction, recordAudit(deps, alertClearedEntry({ before, note }, { at: now, by })))
    const [event] = await fanOut.save(transaction, SAVE_AND_FAN_OUT, alertValues([alert]))
    return { alert, eventId: event!.id, deliveryCount }
  })
}
