import { alertSubject, type AlertEvent } from '../../../domain/alert/event.ts'
import type { Alert } from '../../../domain/alert/alert.ts'
import { fallbackAt } from '../../../domain/routing/fallback.ts'
import { newSuccessor } from '../../../domain/delivery/successor.ts'
import { urgencyForReceiver } from '../../../domain/planning/notify.ts'
import { matchedAlert } from '../../../domain/matching/match-values.ts'
import { meetsMatch } from '../../../domain/routing/matching.ts'
import { currentStateEvent, resyncPair } from '../../../domain/receiver-state/resync.ts'
import type { ReceiverState } from '../../../domain/receiver-state/receiver-state.ts'
import type { EventId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import { toAlert } from '../../rows/alert-row.ts'
import type { StoreMethods } from '../../store.ts'
import { beginHousekeeping } from '../cluster/cluster.ts'
import type { Transaction } from '../connection/database.ts'
import { statement } from '../connection/statement.ts'
import { fanOutSql, NEW_EVENT_IDS, type FanOutValues } from './fan-out-sql.ts'
import { fanOutValues } from './fan-out.ts'
import type { Deps } from '../node-memory/deps.ts'
import { lockAlerts } from '../receiver-state/alert-locks.ts'
import { findNewestEvents } from '../receiver-state/escalate.ts'
import { readStatesOfAlerts } from '../receiver-state/alert-states.ts'
import { insertMade, type Made } from '../receiver-state/queue-writes.ts'
import { nameOfPair, type StateWrite } from '../../changes/rows.ts'
import { SELECT_DUE, writeReceiverStates } from '../receiver-state/state-table.ts'

const SAVE_EVENTS = statement<FanOutValues, { id: EventId }>(`WITH ${fanOutSql(1)} ${NEW_EVENT_IDS}`)

export async function createMissingDeliveries(
  { database, partitions, webhooks, fresh }: Deps,
  { now, limit }: Parameters<StoreMethods['createMissingDeliveries']>[0],
): Promise<number> {
  await partitions.ensure(now)
  const { count, made } = await database.transaction(async (transaction) => {
    const [isOurs, { rows }, all] = await Promise.all([
      beginHousekeeping(transaction, 'createMissingDeliveries'),
      transaction.query(SELECT_DUE, [limit]),
      webhooks.all(transaction),
    ])
    if (!isOurs || rows.length === 0) return { count: 0, made: [] }
    const wanted = rows.map((row) => ({ alertId: row.alert_id, webhookId: row.webhook_id }))
    const ids = [...new Set(wanted.map(({ alertId }) => alertId))]
    const [alerts, { receiverState, alertQueues }] = await Promise.all([
      lockAlerts(transaction, ids),
      readStatesOfAlerts(transaction, ids),
    ])
    const alertOf = new Map(alerts.map(toAlert).map((alert) => [alert.id, alert]))
    const busy = new Set(alertQueues.map((row) => `${row.webhook_id} ${row.subject}`))
    const steps = wanted.flatMap((pair): readonly Step[] => {
      const before = receiverState.get(nameOfPair(pair))
      if (before?.resync !== 'due') return []
      const alert = alertOf.get(pair.alertId)
      const webhook = all.get(pair.webhookId)
      const hasAlertQueue = busy.has(`${pair.webhookId} ${alertSubject(pair.alertId)}`)
      const { receiverState: after, needsDelivery } = resyncPair({
        receiverState: before,
        webhook,
        meetsMatch: !webhook || !alert || meetsMatch(webhook, all, matchedAlert(alert)),
        coveredBy: alert ? all.silences.over(matchedAlert(alert), now)(pair.webhookId) : null,
        alert,
        hasAlertQueue,
        now,
      })
      return [{ before, after, needsDelivery, webhook, alert }]
    })
    return { count: rows.length, made: await write(transaction, steps, now) }
  })
  fresh.note(made.map(({ webhookId, urgency }) => ({ webhookId, queueUrgency: urgency })))
  return count
}

interface Step {
  readonly before: ReceiverState
  readonly after: ReceiverState | null
  readonly needsDelivery: boolean
  readonly webhook: Webhook | undefined
  readonly alert: Alert | undefined
}

interface EpisodeState {
  readonly receiverState: ReceiverState
  readonly alert: Alert
  readonly webhook: Webhook
}

async function write(
  transaction: Transaction,
  steps: readonly Step[],
  now: Instant,
): Promise<readonly Made[]> {
  const receiverStates = steps.flatMap(
    ({ after: receiverState, needsDelivery, webhook, alert }): readonly EpisodeState[] =>
      receiverState && needsDelivery && webhook && alert ? [{ receiverState, webhook, alert }] : [],
  )
  const events = await saveEvents(transaction, receiverStates, now)
  const made = receiverStates.map(({ receiverState, webhook }, index) =>
    madeOf({ receiverState, webhook, event: events[index]!, now }),
  )
  const eventIdOf = new Map(
    receiverStates.map(({ receiverState }, index) => [receiverState, events[index]!.id]),
  )
  const writes = steps.map(({ before, after }): StateWrite => {
    const eventId = after && eventIdOf.get(after)
    return { pair: before, before, after: after && { ...after, eventId: eventId ?? after.eventId } }
  })
  await Promise.all([insertMade(transaction, made), writeReceiverStates(transaction, writes)])
  return made
}

async function saveEvents(
  transaction: Transaction,
  receiverStates: readonly EpisodeState[],
  now: Instant,
): Promise<readonly AlertEvent[]> {
  if (receiverStates.length === 0) return []
  const over = receiverStates.filter(({ alert }) => alert.state === 'cleared').map(({ alert }) => alert.id)
  const lasts = await findNewestEvents(transaction, over)
  const lastOf = new Map(lasts.map((event) => [event.alertId, event]))
  const events = receiverStates.map(({ alert, receiverState }) =>
    currentStateEvent(alert, receiverState, { last: lastOf.get(alert.id), now }),
  )
  const { rows } = await transaction.query(
    SAVE_EVENTS,
    fanOutValues({ events, notifiedNobody: new Set() }, []),
  )
  return events.map((event, index) => ({ ...event, id: rows[index]!.id }))
}

function madeOf({
  receiverState,
  webhook,
  event,
  now,
}: {
  readonly receiverState: ReceiverState
  readonly webhook: Webhook
  readonly event: AlertEvent
  readonly now: Instant
}): Made {
  const urgency = urgencyForReceiver(event, {
    episodeState: receiverState.desired,
    lastSent: receiverState.lastSent,
  })
  return {
    eventId: event.id,
    eventAt: event.acceptedAt,
    webhookId: webhook.id,
    subject: alertSubject(receiverState.alertId),
    state: 'pending',
    urgency,
    ...newSuccessor(
      undefined,
      { urgency, fallbackAt: fallbackAt(webhook, receiverState.outOfSyncSince ?? now) },
      now,
    ),
    fallbackDepth: 0,
  }
}
