import { requireAlert } from '../../../domain/alert/clear-by-hand.ts'
import type { AlertId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import {
  type AlertChanged,
  type AlertMethods,
  planAcknowledgement,
  type PlanAlertChange,
  planClear,
  planWithdrawal,
} from '../../alert-changes.ts'
import { toAlert } from '../../rows/alert-row.ts'
import { recordAudit } from '../../scripts/audit.ts'
import { runIn } from '../connection/run-script.ts'
import type { Deps } from '../node-memory/deps.ts'
import { alertValues, LOCKED_ALERT, SAVE_ALERTS, SAVE_AND_FAN_OUT } from './alert-statements.ts'
import { FanOut } from '../../changes/fan-out.ts'
import { saveFanOut } from './fan-out.ts'
import { loadIntakeView } from './intake-view.ts'

type ChangingDeps = Pick<Deps, 'database' | 'webhooks' | 'historySeals' | 'partitions'>

/** Writes a person's change of an alert together with its audit entry. */
export function changeAlertMethods(deps: ChangingDeps): AlertMethods {
  return {
    clearAlert: (id, clearing) => change(deps, id, { plan: planClear(clearing), now: clearing.now }),
    acknowledgeAlert: (id, given) => change(deps, id, { plan: planAcknowledgement(given), now: given.now }),
    withdrawAcknowledgement: (id, given) => change(deps, id, { plan: planWithdrawal(given), now: given.now }),
  }
}

/** Locks in the order of intake: the alert, then its alert queues. */
async function change(
  deps: ChangingDeps,
  id: AlertId,
  { plan, now }: { readonly plan: PlanAlertChange; readonly now: Instant },
): Promise<AlertChanged> {
  await deps.partitions.ensure(now)
  return deps.database.transaction(async (transaction) => {
    const { rows } = await transaction.query(LOCKED_ALERT, [id])
    const before = toAlert(requireAlert(rows[0], id))
    const planned = plan(before)
    if (!planned) return { alert: before, eventId: null, deliveryCount: 0 }
    const { after: alert, event, entry } = planned
    if (!event) {
      await runIn(transaction, recordAudit(deps, entry))
      await transaction.queryLast(SAVE_ALERTS, alertValues([alert]))
      return { alert, eventId: null, deliveryCount: 0 }
    }
    const webhooks = await deps.webhooks.all(transaction)
    const clearing = alert.state === 'cleared' ? [before] : []
    const fanOut = new FanOut(await loadIntakeView(transaction, webhooks, { ids: [id], clearing }))
    const { deliveryCount } = fanOut.add(event)
    await runIn(transaction, recordAudit(deps, entry))
    const [eventId] = await saveFanOut(transaction, fanOut, {
      statements: SAVE_AND_FAN_OUT,
      first: alertValues([alert]),
    })
    return { alert, eventId: eventId!, deliveryCount }
  })
}
